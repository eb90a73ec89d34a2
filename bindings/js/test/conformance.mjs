// Runs conformance scripts through the classes of the package; prints one line per script.
//
// The format is that of bindings/conformance/README.md. Types of arguments and results come from the table of
// the API, `bindings/api/cairn2d.api`.
// usage: node conformance.mjs PACKAGE TABLE SCRIPT...

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, tablePath, ...scripts] = process.argv.slice(2);
const cairn = await import(pathToFileURL(resolve(folder, "index.js")));
const { World, Saved, Recorder, Player, CairnError } = cairn;

const SCALARS = { f32: 4, f64: 8, u32: 4, i32: 4, u64: 8, bool: 1 };
const CODES = { null: -1, value: -2, stale: -3, shape: -4, kind: -5, definition: -6, snapshot: -7, poisoned: -8, record: -10 };

function readTable(text) {
  const table = { enums: {}, structs: {}, calls: {} };
  let fields = null;
  for (const line of text.split("\n")) {
    if (!line.startsWith("  ")) fields = null;
    let match;
    if ((match = /^enum (\w+) .*?: (.*)$/.exec(line))) {
      table.enums[match[1]] = match[2].split(/\s+/).map((value) => value.split("=")[0]);
    } else if ((match = /^struct (\w+) /.exec(line))) {
      fields = table.structs[match[1]] = {};
    } else if ((match = /^(get|query|change) (\w+)\.(\w+)\((.*?)\)(.*)$/.exec(line))) {
      const [, kind, owner, name, list, rest] = match;
      const types = list.split(", ").filter(Boolean).map((argument) => argument.split(": ")[1].split(" [")[0]);
      const result = rest.trim().replace(/!$/, "").trim().replace(/^-> /, "").replace(/ \[[^\]]*\]$/, "");
      table.calls[`${owner}.${name}`] = { kind, types, result };
    } else if (line.startsWith("  ") && fields) {
      const [name, type] = line.trim().split("  ")[0].split(" <- ")[0].split(" = ")[0].split(": ");
      fields[name] = type.replace(/ \[[^\]]*\]$/, "");
    }
  }
  return table;
}

const table = readTable(readFileSync(tablePath, "utf8"));
const encoder = new TextEncoder();
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const scratch = new DataView(new ArrayBuffer(8));

class Runner {
  constructor() {
    this.world = new World();
    this.saved = new Saved();
    this.snapshot = new Uint8Array();
    this.delta = new Uint8Array();
    // FNV-1a of 64 bits in two halves.
    this.low = 0x84222325;
    this.high = 0xcbf29ce4;
    this.calls = 0;
    this.kept = 0n;
    this.names = {};
    this.pending = {};
    this.recorder = null;
  }

  write(bytes) {
    let { low, high } = this;
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      // Times 2^40 + 0x1b3.
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    this.low = low;
    this.high = high;
  }

  scalar(kind, value) {
    if (kind === "f32") scratch.setFloat32(0, value, true);
    else if (kind === "f64") scratch.setFloat64(0, value, true);
    else if (kind === "u64") scratch.setBigUint64(0, BigInt(value), true);
    else if (kind === "bool") scratch.setUint8(0, value ? 1 : 0);
    else scratch.setInt32(0, value, true);
    this.write(new Uint8Array(scratch.buffer, 0, SCALARS[kind]));
  }

  // Values of tokens.

  id(text) {
    if (text === "null") return 0n;
    return text.startsWith("0x") ? BigInt(text) : this.names[text];
  }

  value(kind, text) {
    const float = (part) => {
      if (/^-?nan$/i.test(part)) return NaN;
      if (/^[-+]?inf(inity)?$/i.test(part)) return part.startsWith("-") ? -Infinity : Infinity;
      return Number(part);
    };
    if (kind === "f32") return Math.fround(float(text));
    if (kind === "f64") return float(text);
    if (kind === "bool") return text === "true";
    if (kind === "u32") return Number(BigInt.asUintN(32, BigInt(text)));
    if (kind === "i32") return Number(text);
    if (kind === "u64") return BigInt(text);
    if (kind === "vec2") return text.split(",").map((part) => Math.fround(float(part)));
    if (kind === "dvec2") return text.split(",").map(float);
    if (kind === "pose") {
      const [x, y, angle] = text.split(",").map((part) => Math.fround(float(part)));
      return { x, y, angle };
    }
    if (kind === "[vec2]") return text.split(",").map((part) => Math.fround(float(part)));
    if (kind.endsWith("_id")) {
      const bits = this.id(text);
      return this.world[kind.slice(0, -3)](bits);
    }
    if (kind in table.enums) return table.enums[kind].includes(text) ? text : Number(text);
    throw new Error(`no values of ${kind}`);
  }

  structure(kind, tokens) {
    if (tokens[0] === "null") return tokens.shift(), null;
    if (tokens.shift() !== "{") throw new Error(`a struct instead of ${tokens}`);
    const value = {};
    for (let token; (token = tokens.shift()) !== "}"; ) {
      const [key, text] = token.split(/=(.*)/s);
      let [inner, fields] = [value, table.structs[kind]];
      const path = key.split(".");
      const last = path.pop();
      for (const part of path) {
        inner = inner[camel(part)] ??= {};
        fields = table.structs[fields[part]];
      }
      inner[camel(last)] = this.value(fields[last], text);
    }
    for (const [name, type] of Object.entries(table.structs[kind])) {
      if (type.startsWith("[") && type !== "[vec2]") {
        value[name] = this.pending[type.slice(1, -1)] ?? [];
        delete this.pending[type.slice(1, -1)];
      }
    }
    this.plainFlags(kind, value);
    return value;
  }

  /** A field sets its flag in this package, and not in scripts, so every flag is given. */
  plainFlags(kind, value) {
    for (const [name, type] of Object.entries(table.structs[kind])) {
      const key = camel(name);
      if (/^(has_|enable_|reports_)/.test(name) && value[key] === undefined) value[key] = false;
      if (type in table.structs && value[key]) this.plainFlags(type, value[key]);
    }
  }

  // The log of results.

  note(kind, value) {
    if (kind in SCALARS) this.scalar(kind, value);
    else if (kind === "vec2") this.note("f32", value.x), this.note("f32", value.y);
    else if (kind === "dvec2") this.note("f64", value.x), this.note("f64", value.y);
    else if (kind === "rot") this.note("f32", value.cos), this.note("f32", value.sin);
    else if (kind === "pose") this.note("vec2", value), this.note("rot", value);
    else if (kind.endsWith("_id")) this.note("u64", value === null ? 0n : value.id);
    else if (kind in table.enums) this.note("u32", table.enums[kind].indexOf(value));
    else {
      for (const [name, type] of Object.entries(table.structs[kind])) {
        if (type.startsWith("[")) continue;
        const field = value[camel(name)];
        // `null` stands for a flag that is not set; the engine has 0 then.
        if (field === undefined) this.note(type, flagged(value, camel(name)));
        else this.note(type, field ?? (type in SCALARS ? 0 : null));
      }
    }
  }

  code(code) {
    this.scalar("i32", code);
  }

  /** The value of a call in an array, or null after an error, which is logged. */
  attempt(work) {
    try {
      return [work()];
    } catch (error) {
      if (!(error instanceof CairnError)) throw error;
      if (process.env.CAIRN_TRACE) console.error(`line ${this.lineNumber}: ${error.message}`);
      this.code(CODES[error.kind] ?? -11);
      this.write(encoder.encode(error.message));
      return null;
    }
  }

  result(kind, work) {
    const done = this.attempt(work);
    if (!done) return;
    const [value] = done;
    if (/^&?\[/.test(kind)) {
      const inner = kind.replace(/[&[\]]/g, "");
      this.code(0);
      this.scalar("u32", value.length);
      for (const item of value) this.note(inner, item);
      if (inner.endsWith("_id") && value.length > 0) this.kept = value[0].id;
    } else if (kind.startsWith("?")) {
      this.code(value === null ? 1 : 0);
      if (value !== null) this.note(kind.slice(1), value);
    } else {
      this.code(0);
      if (kind) this.note(kind, value);
      if (kind.endsWith("_id")) this.kept = value.id;
    }
  }

  // Calls.

  tableCall(name, tokens) {
    const { kind, types, result } = table.calls[name];
    let [owner, method] = name.split(".");
    let target = this.world;
    if (owner === "Events") method = `${method.replace(/s$/, "")}_events`;
    else if (owner !== "World") target = this.world[owner.toLowerCase()](this.id(tokens.shift()));
    const values = types.map((type) => {
      if (type in table.structs) return this.structure(type, tokens);
      if (!type.startsWith("[")) return this.value(type, tokens.shift());
      const list = this.pending[type.slice(1, -1)] ?? [];
      delete this.pending[type.slice(1, -1)];
      return list;
    });
    const property = camel(method.replace(/^set_/, ""));
    const settable = method.startsWith("set_") && setter(target, property);
    if (kind === "get" && types.length === 0) this.result(result, () => target[camel(method)]);
    else if (settable) this.result(result, () => void (target[property] = values[0]));
    else this.result(result, () => target[camel(method)](...values));
  }

  data(data) {
    this.code(0);
    this.scalar("u64", BigInt(data.length));
    this.write(data);
  }

  replace(work) {
    const done = this.attempt(work);
    if (!done) return;
    this.code(0);
    this.world.free();
    [this.world] = done;
  }

  bulk(write) {
    const group = this.world.group();
    for (const rows of [group.readPoses(), group.readVelocities()]) {
      this.code(0);
      for (const value of rows) this.scalar("f32", value);
    }
    if (write) this.result("", () => group.writeVelocities(group.velocities));
    group.free();
  }

  drawing() {
    const drawn = this.world.debugDraw();
    this.code(0);
    this.scalar("u32", drawn.length);
    this.scalar("u32", drawn.points.length / 2);
    for (let n = 0; n < drawn.length; n++) {
      this.note("primitive_type", drawn.kind(n));
      for (const field of ["color", "first", "count"]) this.scalar("u32", drawn[field](n));
      this.scalar("f32", drawn.radius(n));
    }
    for (const value of drawn.points) this.scalar("f32", value);
    drawn.free();
  }

  missing() {
    this.code(-1);
    this.write(encoder.encode("recorder is a null pointer"));
  }

  /** Ends the recording and plays it: to the middle, then to its end. */
  finish() {
    if (!this.recorder) return this.missing();
    const { recorder } = this;
    this.recorder = null;
    const file = this.attempt(() => recorder.finish(this.world));
    if (!file) return;
    this.data(file[0]);
    const made = this.attempt(() => new Player(file[0]));
    if (!made) return;
    this.code(0);
    const [player] = made;
    this.result("", () => player.seek(Math.floor(player.steps / 2)));
    this.scalar("u64", player.world.hash);
    let going = [true];
    while (going?.[0]) going = this.attempt(() => player.step());
    if (going) this.code(1);
    this.scalar("u64", player.stepIndex);
    this.scalar("u64", player.world.hash);
    player.free();
  }

  call(name, tokens) {
    const { world } = this;
    switch (name) {
      case "World.new": {
        const config = this.structure("world_config", tokens);
        return this.replace(() => new World(config));
      }
      case "World.clone":
        return this.replace(() => world.clone());
      case "World.snapshot":
        return this.data((this.snapshot = world.snapshot()));
      case "World.restore":
        return this.result("", () => world.restore(this.snapshot));
      case "World.from_snapshot":
        return this.replace(() => World.fromSnapshot(this.snapshot));
      case "World.snapshot_since":
        return this.data((this.delta = world.snapshotSince(this.snapshot)));
      case "World.restore_since":
        return this.result("", () => world.restoreSince(this.snapshot, this.delta));
      case "World.save_into":
        return this.result("", () => world.saveInto(this.saved));
      case "World.restore_saved":
        return this.result("", () => world.restoreSaved(this.saved));
      case "World.record_calls":
        world.recordCalls(tokens.shift() === "true");
        return this.code(0);
      case "World.take_calls":
        return this.data(world.takeCalls());
      case "World.read_poses":
      case "World.read_velocities":
        return this.bulk(false);
      case "World.write_velocities":
        return this.bulk(true);
      case "World.debug_draw":
        return this.drawing();
      case "Recorder.start": {
        const done = this.attempt(() => new Recorder(world, "script", 20));
        this.recorder = done?.[0] ?? null;
        return done && this.code(0);
      }
      case "Recorder.update":
        return this.recorder ? this.result("", () => this.recorder.update(world)) : this.missing();
      case "Recorder.finish":
        return this.finish();
      default:
        return this.tableCall(name, tokens);
    }
  }

  line(line) {
    const tokens = line.split(/\s+/).filter(Boolean);
    const comment = tokens.findIndex((token) => token.startsWith("#"));
    if (comment >= 0) tokens.length = comment;
    if (tokens.length === 0) return;
    if (tokens[0] === "push") {
      const kind = tokens[1];
      tokens.splice(0, 2);
      const value = this.structure(kind, tokens);
      (this.pending[kind] ??= []).push(value);
      return;
    }
    let target = null;
    if (tokens[1] === "=") [target] = tokens.splice(0, 2);
    this.kept = 0n;
    this.calls += 1;
    this.call(tokens.shift(), tokens);
    if (tokens.length > 0) throw new Error(`${line}: ${tokens} is left`);
    this.pending = {};
    if (target) this.names[target] = this.kept;
  }

  run(lines, first = 0, last = lines.length) {
    for (let index = first; index < last; index++) {
      const repeat = /^repeat (\d+)/.exec(lines[index].trim());
      if (repeat) {
        const end = lines.findIndex((line, at) => at > index && line.startsWith("end"));
        for (let n = 0; n < Number(repeat[1]); n++) this.run(lines, index + 1, end);
        index = end;
        continue;
      }
      this.lineNumber = index + 1;
      this.line(lines[index]);
    }
  }
}

/** Whether a property can be assigned. */
function setter(target, property) {
  for (let at = Object.getPrototypeOf(target); at; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, property);
    if (found) return found.set !== undefined;
  }
  return false;
}

/** The flag `hasX` of a result, which has `x` or `xY` as null without it. */
function flagged(value, flag) {
  const stem = flag[3].toLowerCase() + flag.slice(4);
  const field = Object.keys(value).find((key) => key.startsWith(stem));
  if (!flag.startsWith("has") || field === undefined) throw new Error(`no field ${flag}`);
  return value[field] !== null;
}

const hex = (value) => value.toString(16).padStart(16, "0");
for (const path of scripts) {
  const runner = new Runner();
  try {
    runner.run(readFileSync(path, "utf8").split("\n"));
  } catch (error) {
    error.message = `${path}:${runner.lineNumber}: ${error.message}`;
    throw error;
  }
  const log = (BigInt(runner.high) << 32n) | BigInt(runner.low);
  console.log(`${basename(path, ".cairn")} ${hex(runner.world.hash)} ${hex(log)} ${runner.calls}`);
  runner.world.free();
  runner.saved.free();
}

// The engine in JavaScript: the few lines between numbers in a module and values of the language.
// The module is `cairn2d.wasm`, or `cairn2d-scenes.wasm` with the built-in scenes; both are made by `cargo xtask web`.

/** Compiles and starts the module: from bytes, or from a response as `fetch` gives it. */
export async function load(source) {
  const made =
    typeof Response !== "undefined" && source instanceof Response
      ? await WebAssembly.instantiateStreaming(source, {})
      : await WebAssembly.instantiate(source, {});
  return new Engine(made.instance.exports);
}

export class Engine {
  /** The functions of the module, by name. */
  constructor(exports) {
    this.exports = exports;
  }

  /** The first bytes of the exchange buffer. They are a view, which the next call may invalidate. */
  bytes(length) {
    const at = this.exports.cairn_exchange(length);
    return new Uint8Array(this.exports.memory.buffer, at, length);
  }

  text(length) {
    return new TextDecoder().decode(this.bytes(length));
  }

  /** Puts bytes into the exchange buffer; how many. */
  send(bytes) {
    this.bytes(bytes.length).set(bytes);
    return bytes.length;
  }

  /** What a call gave, or an error with the engine's reason. */
  checked(value) {
    if (!value) throw new Error(this.text(this.exports.cairn_error()));
    return value;
  }

  newWorld(gravity = [0, -10]) {
    return new World(this, this.checked(this.exports.cairn_world_new(...gravity)));
  }

  /** A built-in scene by name, or a scene in JSON; only with the module that has scenes. */
  openScene(scene) {
    const length = this.send(new TextEncoder().encode(scene));
    return new World(this, this.checked(this.exports.cairn_scene_open(length)));
  }

  /** A recording, as bytes of a `.crec` file; `step` takes the steps that were recorded. */
  openRecording(bytes) {
    return new World(this, this.checked(this.exports.cairn_recording_open(this.send(bytes))));
  }

  sceneNames() {
    return this.text(this.exports.cairn_scene_names()).split("\n");
  }
}

export class World {
  constructor(engine, number) {
    this.engine = engine;
    this.number = number;
  }

  step(dt = 1 / 60) {
    this.engine.checked(this.engine.exports.cairn_world_step(this.number, dt));
  }

  /** The hash of the state, as the program `cairn2d run --hash` prints it. */
  hash() {
    const hash = BigInt.asUintN(64, this.engine.exports.cairn_world_hash(this.number));
    return hash.toString(16).padStart(16, "0");
  }

  /** How many steps a recording has. */
  recordedSteps() {
    return this.engine.checked(this.engine.exports.cairn_recording_steps(this.number));
  }

  /** Goes to the state of a recording after a number of steps. */
  seek(step) {
    this.engine.checked(this.engine.exports.cairn_recording_seek(this.number, step));
  }

  /** Plays all of a recording; how many states were compared and found the same. A difference is an error that says where. */
  verify() {
    return this.engine.checked(this.engine.exports.cairn_recording_verify(this.number));
  }

  /** Where all bodies are: `{id, x, y, cos, sin}`. */
  poses() {
    const count = this.engine.exports.cairn_world_poses(this.number);
    const bytes = this.engine.bytes(count * 24);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Array.from({ length: count }, (_, i) => ({
      id: view.getBigUint64(24 * i, true),
      x: view.getFloat32(24 * i + 8, true),
      y: view.getFloat32(24 * i + 12, true),
      cos: view.getFloat32(24 * i + 16, true),
      sin: view.getFloat32(24 * i + 20, true),
    }));
  }

  free() {
    this.engine.exports.cairn_world_free(this.number);
  }
}

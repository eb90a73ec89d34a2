// Lists what is large in a module with names, before `wasm-opt`: code by crate, and the largest functions.
// usage: node sizes.mjs target/wasm-debian/js/wasm32-unknown-unknown/web/cairn2d_capi.wasm [COUNT]

import { readFileSync } from "node:fs";

const bytes = readFileSync(process.argv[2]);
let at = 8;

function number() {
  let [value, shift] = [0, 0];
  for (;;) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
    shift += 7;
  }
}

function text() {
  const length = number();
  at += length;
  return bytes.toString("utf8", at - length, at);
}

let imported = 0;
const [sizes, names, sections] = [[], [], {}];
while (at < bytes.length) {
  const kind = bytes[at++];
  const end = number() + at;
  const label = kind === 0 ? `custom ${text()}` : ["", "type", "import", "function", "table", "memory", "global", "export", "start", "element", "code", "data"][kind] ?? kind;
  sections[label] = end - at;
  if (kind === 2) imported = number();
  if (kind === 10) {
    for (let left = number(); left > 0; left--) {
      const size = number();
      sizes.push(size);
      at += size;
    }
  }
  if (label === "custom name") {
    while (at < end) {
      const part = bytes[at++];
      const stop = number() + at;
      if (part === 1) {
        for (let left = number(); left > 0; left--) {
          const index = number();
          names[index] = text();
        }
      }
      at = stop;
    }
  }
  at = end;
}

/** Crate and path of a mangled name, readable enough. */
function readable(name) {
  const legacy = /^_ZN(.*)17h[0-9a-f]{16}E$/.exec(name);
  if (!legacy) return name.replace(/::h[0-9a-f]{16}$/, "");
  let [rest, parts] = [legacy[1], []];
  for (let match; (match = /^(\d+)/.exec(rest)); rest = rest.slice(match[0].length + Number(match[1])))
    parts.push(rest.slice(match[0].length, match[0].length + Number(match[1])));
  return parts.join("::");
}

const crates = {};
const list = sizes.map((size, index) => {
  const name = readable(names[index + imported] ?? "?");
  const crate = /cairn2d_[a-z]+|cairn_|\b(core|alloc|std|dlmalloc|hashbrown|compiler_builtins|rustc_demangle)\b|cairn2d\b/.exec(name)?.[0] ?? "other";
  crates[crate] = (crates[crate] ?? 0) + size;
  return [size, name];
});
console.log(sections);
console.log(Object.entries(crates).sort((a, b) => b[1] - a[1]).map(([name, size]) => `${String(size).padStart(8)} ${name}`).join("\n"));
list.sort((a, b) => b[0] - a[0]);
console.log(list.slice(0, Number(process.argv[3] ?? 40)).map(([size, name]) => `${String(size).padStart(8)} ${name}`).join("\n"));

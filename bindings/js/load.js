// The package with the module in a file of its own, `cairn2d.wasm`, which is smaller to send.
import { CairnError, create } from "./engine.js";

/**
 * Loads the module and makes the classes over it: from a response, bytes or a `WebAssembly.Module`, by default
 * from `cairn2d.wasm` beside this file.
 */
export async function load(source = fetch(new URL("./cairn2d.wasm", import.meta.url))) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return made(new WebAssembly.Instance(given, {}));
  const loaded =
    typeof Response !== "undefined" && given instanceof Response
      ? await WebAssembly.instantiateStreaming(given, {})
      : await WebAssembly.instantiate(given, {});
  return made(loaded.instance);
}

/** Loads `cairn2d-core.wasm`, which lacks optional parts; by default from beside this file. */
export function loadCore(source = fetch(new URL("./cairn2d-core.wasm", import.meta.url))) {
  return load(source);
}

/** Makes the classes. A function that the core module lacks throws an error when it is called. */
function made({ exports }) {
  if ("cairn_recorder_start" in exports) return create(exports);
  const lacking = (_, name) => () => {
    throw new CairnError(`the core module lacks ${String(name)}`, "other");
  };
  return create(Object.assign(Object.create(new Proxy({}, { get: lacking })), exports));
}

export { CairnError, create };

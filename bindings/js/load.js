// The package with the module in a file of its own, `cairn2d.wasm`, which is smaller to send.
import { CairnError, create } from "./engine.js";

/**
 * Loads the module and makes the classes over it: from a response, bytes or a `WebAssembly.Module`, by default
 * from `cairn2d.wasm` beside this file.
 */
export async function load(source = fetch(new URL("./cairn2d.wasm", import.meta.url))) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return create(new WebAssembly.Instance(given, {}).exports);
  const made =
    typeof Response !== "undefined" && given instanceof Response
      ? await WebAssembly.instantiateStreaming(given, {})
      : await WebAssembly.instantiate(given, {});
  return create(made.instance.exports);
}

export { CairnError, create };

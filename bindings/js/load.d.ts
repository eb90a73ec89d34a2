import type { Engine } from "./engine.js";

export * from "./engine.js";

/** Loads the module and makes the classes over it, by default from `cairn2d.wasm` beside this file. */
export function load(source?: Response | BufferSource | WebAssembly.Module | PromiseLike<Response | BufferSource | WebAssembly.Module>): Promise<Engine>;

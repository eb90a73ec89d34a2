import type { Engine } from "./engine.js";

export * from "./engine.js";

/**
 * Loads the core module, by default from `cairn2d-core.wasm` beside this file. It lacks fields, sensors,
 * portals, large worlds, sleep in layers, rotary, gear, rack, pulley and custom joints, drawings, recordings and
 * snapshots. Calls that need one of them throw an error. All other results have the same bits.
 */
export function loadCore(source?: Response | BufferSource | WebAssembly.Module | PromiseLike<Response | BufferSource | WebAssembly.Module>): Promise<Engine>;

/** Loads the module and makes the classes over it, by default from `cairn2d.wasm` beside this file. */
export function load(source?: Response | BufferSource | WebAssembly.Module | PromiseLike<Response | BufferSource | WebAssembly.Module>): Promise<Engine>;

// The package with the module inside: nothing has to be loaded or awaited.
import { create } from "./engine.js";
import { bytes } from "./inline.js";

const engine = create(new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports);

export const { World, Body, Shape, Joint, Contact, Field, Portal, Group, Saved, Drawing, Recorder, Player } = engine;
export const { circle, box, capsule, segment, polygon } = engine;
export { CairnError, create } from "./engine.js";

// The core module gives the bits of the complete one, and rejects what needs the parts that it lacks.
// usage: node core.mjs PACKAGE

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { CairnError, load, loadCore } = await import(pathToFileURL(`${folder}/load.js`));
const complete = await load(await readFile(`${folder}/cairn2d.wasm`));
const core = await loadCore(await readFile(`${folder}/cairn2d-core.wasm`));

/** Hashes of a heap with bouncing balls, joints, fast bodies and a bullet, every 20 steps. */
function hashes({ World, box, capsule, circle }) {
  const world = new World({ gravity: [0, -10] });
  world.spawn({ kind: "static", shapes: [box(30, 0.5)] });
  let last;
  for (let n = 0; n < 120; n++) {
    const shapes = [[box(0.4, 0.3)], [circle(0.35)], [capsule([-0.3, 0], [0.3, 0], 0.2)]][n % 3];
    if (n % 5 === 0) shapes[0].material = { restitution: 0.8 };
    const body = world.spawn({ position: [(n % 12) - 6, 2 + Math.floor(n / 12)], bullet: n === 7, shapes });
    if (n % 12 > 8) world.join({ kind: n % 2 === 0 ? "revolute" : "weld", bodyA: last, bodyB: body });
    last = body;
  }
  last.velocity = [0, -300];
  const found = [];
  for (let n = 0; n < 400; n++) {
    world.step(1 / 60);
    if (n % 20 === 0) found.push(world.hash);
  }
  return found;
}

function refused(work, text) {
  assert.throws(work, (error) => error instanceof CairnError && error.message.includes(text), text);
}

const [own, whole] = [core, complete].map(hashes);
assert.deepEqual(own, whole);
assert.equal(new Set(own).size, own.length, "nothing moved");

const { World, circle, Recorder, Drawing } = core;
const world = new World({ gravity: [0, -10] });
const [a, b] = [0, 2].map((x) => world.spawn({ position: [x, 1], shapes: [circle(0.5)] }));
refused(() => new World({ layeredSleep: true }), "lacks the feature layers");
refused(() => new World({ largeWorld: true }), "lacks the feature large_worlds");
refused(() => world.spawn({ shapes: [{ ...circle(0.5), sensor: true }] }), "lacks the feature sensors");
refused(() => world.addField({ effect: "gravity", vector: [1, 0] }), "lacks the feature fields");
refused(() => world.addPortals({ atA: [0, 1], atB: [5, 1] }), "lacks the feature portals");
refused(() => world.snapshot(), "lacks cairn_world_snapshot");
refused(() => new Recorder(world), "lacks cairn_recorder_start");
refused(() => new Drawing(), "lacks cairn_drawing_new");
const before = world.hash;
assert.equal(world.clone().hash, before);
assert.ok(a.position.x < b.position.x);
console.log("core: the same bits as the complete module, and 8 refusals");

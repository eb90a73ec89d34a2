// Times single calls and steps; prints the least of many windows. usage: node cost.mjs PACKAGE...
//
// With several packages, their windows alternate, so that a busy machine disturbs all in the same way.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const packages = await Promise.all(
  process.argv.slice(2).map((folder) => import(pathToFileURL(resolve(folder, "index.js")))),
);
const CALLS = 20000;

/** A pyramid of boxes on the ground, as in the scene `large_pyramid`. */
function pyramid({ World, box, segment }, rows) {
  const world = new World({ gravity: [0, -10] });
  world.spawn({ kind: "static", shapes: [segment([-200, 0], [200, 0])] });
  const boxes = [];
  for (let row = 0; row < rows; row++) {
    for (let n = 0; n < rows - row; n++) {
      boxes.push(world.spawn({ position: [n - (rows - row - 1) / 2, 0.5 + row], canSleep: false, shapes: [box(0.5, 0.5)] }));
    }
  }
  return [world, boxes];
}

/** Work of one window by name, with the divisor for one unit. */
function works(cairn) {
  const [world, boxes] = pyramid(cairn, 20);
  const [large] = pyramid(cairn, 100);
  const group = world.group(boxes);
  const body = boxes[100];
  const [out, force] = [{ x: 0, y: 0, cos: 0, sin: 0 }, { x: 0.001, y: 0 }];
  let sum = 0;
  const many = (work) => () => {
    for (let n = 0; n < CALLS; n++) work();
  };
  for (let n = 0; n < 20; n++) large.step();
  return {
    "angle [ns]": [many(() => (sum += body.angle)), CALLS],
    "angularVelocity [ns]": [many(() => (sum += body.angularVelocity)), CALLS],
    "isAwake [ns]": [many(() => (sum += body.isAwake ? 1 : 0)), CALLS],
    "position [ns]": [many(() => (sum += body.position.y)), CALLS],
    "readPose(out) [ns]": [many(() => (sum += body.readPose(out).x)), CALLS],
    "applyForce [ns]": [many(() => body.applyForce(force)), CALLS],
    "readPoses, per body [ns]": [() => (sum += group.readPoses()[5]), boxes.length],
    "step of 210 boxes [us]": [() => world.step(), 1000],
    "step of 5050 boxes [us]": [() => large.step(), 1000],
  };
}

const all = packages.map(works);
for (const name of Object.keys(all[0])) {
  const least = all.map(() => Infinity);
  const windows = name.includes("5050") ? 60 : 400;
  for (let window = 0; window < windows; window++) {
    all.forEach((table, n) => {
      const [work, units] = table[name];
      const start = process.hrtime.bigint();
      work();
      least[n] = Math.min(least[n], Number(process.hrtime.bigint() - start) / units);
    });
  }
  console.log(`${name}: ${least.map((value) => value.toFixed(1)).join(", ")}`);
}

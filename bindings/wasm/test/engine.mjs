// The engine in node: the same state as native after 600 steps of five scenes.
// usage: node engine.mjs FOLDER_OF_THE_MODULES HASHES.json
import { readFile, readdir } from "node:fs/promises";
import { load } from "../js/cairn2d.js";
import assert from "node:assert/strict";

const [folder, hashes] = process.argv.slice(2);
const native = JSON.parse(await readFile(hashes, "utf8"));

const engine = await load(await readFile(`${folder}/cairn2d-scenes.wasm`));
assert.ok(engine.sceneNames().length >= 20);
for (const [scene, { steps, hash }] of Object.entries(native)) {
  const world = engine.openScene(scene);
  const start = process.cpuUsage();
  for (let step = 0; step < steps; step++) world.step();
  const { user, system } = process.cpuUsage(start);
  assert.equal(world.hash(), hash, scene);
  world.free();
  console.log(`${scene}: ${hash} after ${steps} steps as native; ${((user + system) / 1000 / steps).toFixed(3)} ms per step`);
}
// Recordings that the native program has made, with whatever vector instructions it has: every state noted in them is the same here.
const files = (await readdir(folder)).filter((name) => name.endsWith(".crec"));
for (const name of files) {
  const bytes = await readFile(`${folder}/${name}`);
  const recording = engine.openRecording(bytes);
  const count = recording.verify();
  recording.seek(recording.recordedSteps());
  assert.equal(recording.hash(), native[name.slice(0, -5)].hash, name);
  assert.throws(() => recording.step(), /over/);
  recording.seek(10);
  recording.step();
  recording.free();
  console.log(`${name}: ${bytes.length} bytes, ${count} states the same`);
  assert.throws(() => engine.openRecording(bytes.subarray(0, 20)), Error);
}
assert.ok(files.length > 0, "no recordings to be played");

assert.throws(() => engine.openScene("tumbeler"), /did you mean/);
assert.throws(() => engine.openScene('{"version": 1, "bodies": 3}'), /bodies/);

// The engine alone: made by hand, it falls as it should.
const alone = await load(await readFile(`${folder}/cairn2d.wasm`));
assert.equal(alone.exports.cairn_scene_open, undefined);
const world = alone.newWorld([0, -10]);
const ball = alone.checked(alone.exports.cairn_body_new(world.number, 2, 3, 100, 0));
alone.checked(alone.exports.cairn_shape_circle(world.number, ball, 0.5, 1, 0.5));
for (let step = 0; step < 60; step++) world.step(1 / 60);
const [pose] = world.poses();
assert.equal(pose.id, BigInt.asUintN(64, ball));
assert.ok(Math.abs(pose.y - 95) < 1e-3 && pose.x === 3, `free fall for a second: ${pose.y}`);
assert.throws(() => world.step(NaN), /NaN/);
console.log("engine alone: free fall and refusals as they should be");

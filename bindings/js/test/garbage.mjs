// The garbage of a game that steps, reads and pushes bodies.
// usage: node --expose-gc garbage.mjs PACKAGE

import assert from "node:assert/strict";
import { PerformanceObserver } from "node:perf_hooks";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { World, circle, box } = await import(pathToFileURL(`${resolve(process.argv[2])}/index.js`));

const BODIES = 20;
// Measuring makes a little garbage by itself [bytes per step].
const LITTLE = 16;
// What V8 makes of a number that a property returns to code into which it is not inlined [bytes].
const NUMBER = 16;

const world = new World({ gravity: [0, -10], subSteps: 4 });
world.spawn({ kind: "static", shapes: [box(20, 0.5)] });
const balls = [];
for (let n = 0; n < BODIES; n++) balls.push(world.spawn({ position: [n % 5, 2 + Math.floor(n / 5)], shapes: [circle(0.4)] }));
const group = world.group(balls);
const [out, force] = [{ x: 0, y: 0, cos: 0, sin: 0 }, { x: 0.1, y: 0 }];
// A number that functions share is an object in V8, so the sum is in an array.
const sum = new Float64Array(1);

function frame() {
  world.step(1 / 60);
  group.readPoses();
  for (const ball of balls) {
    ball.applyForce(force);
    ball.readPose(out);
    sum[0] += out.x + (ball.isAwake ? 1 : 0);
  }
}

function frameWithNumbers() {
  frame();
  for (const ball of balls) sum[0] += ball.angle;
}

// Returns the bytes per frame, or `undefined` if V8 collected meanwhile, which would hide garbage.
function garbagePerFrame(work, frames) {
  globalThis.gc();
  const collections = new PerformanceObserver(() => {});
  collections.observe({ entryTypes: ["gc"] });
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < frames; n++) work();
  const bytes = (process.memoryUsage().heapUsed - before) / frames;
  const collected = collections.takeRecords().length;
  collections.disconnect();
  return collected ? undefined : bytes;
}

// V8 compiles on another thread, which a busy machine runs late; code that is not compiled yet boxes all its
// numbers.
async function measure(work, limit) {
  let bytes;
  for (let round = 0; round < 20 && !(bytes < limit); round++) {
    for (let n = 0; n < 3000; n++) work();
    await new Promise((done) => setTimeout(done, 50));
    bytes = garbagePerFrame(work, 3000);
  }
  assert.ok(bytes < limit, `${bytes} bytes per step, at most ${limit}`);
  return bytes;
}

const bytes = await measure(frame, LITTLE);
const withNumbers = await measure(frameWithNumbers, LITTLE + BODIES * NUMBER);
assert.ok(Number.isFinite(sum[0]));
console.log(`js: ${bytes.toFixed(1)} bytes of garbage per step with ${BODIES} bodies, ${withNumbers.toFixed(1)} with a number of each`);

// The engine alone, which lacks parts, ends in the states of the engine with all parts. With a number of rounds,
// also compares the processor time of both modules, which run alternately.
// usage: node alone.mjs ALONE.wasm COMPLETE.wasm [ROUNDS]
import { readFile } from "node:fs/promises";
import { load } from "../js/cairn2d.js";
import assert from "node:assert/strict";

const [alone, complete, rounds] = process.argv.slice(2);
const engines = [];
for (const file of [alone, complete]) engines.push(await load(await readFile(file)));

const [STATIC, , DYNAMIC] = [0, 1, 2];

/** Functions that make worlds. */
function maker(engine) {
  const { exports } = engine;
  const world = engine.newWorld([0, -10]);
  const { number } = world;
  const body = (kind, x, y, angle = 0) => engine.checked(exports.cairn_body_new(number, kind, x, y, angle));
  return {
    world,
    body,
    box: (at, hx, hy) => engine.checked(exports.cairn_shape_box(number, at, hx, hy, 1, 0.6)),
    circle: (at, radius) => engine.checked(exports.cairn_shape_circle(number, at, radius, 1, 0.6)),
    surface: (shape, restitution) => engine.checked(exports.cairn_shape_set_surface(number, shape, 0.4, restitution)),
    velocity: (at, ...velocity) => engine.checked(exports.cairn_body_set_velocity(number, at, ...velocity)),
    joint: (kind, a, b, ...more) => engine.checked(exports[`cairn_joint_${kind}`](number, a, b, ...more)),
    ground() {
      this.box(body(STATIC, 0, -1), 60, 1);
    },
  };
}

const worlds = {
  pyramid(make) {
    make.ground();
    for (let row = 0; row < 18; row++) {
      for (let n = 0; n < 18 - row; n++) make.box(make.body(DYNAMIC, n - (18 - row) / 2, 0.5 + row), 0.45, 0.5);
    }
  },
  heap(make) {
    make.ground();
    for (let n = 0; n < 300; n++) {
      const body = make.body(DYNAMIC, (n % 20) - 10 + 0.01 * n, 2 + Math.floor(n / 20), 0.3 * n);
      if (n % 2 === 0) make.box(body, 0.3, 0.4);
      else make.circle(body, 0.35);
    }
  },
  bouncing(make) {
    make.ground();
    for (let n = 0; n < 120; n++) {
      const body = make.body(DYNAMIC, (n % 15) - 7, 3 + 2 * Math.floor(n / 15));
      make.surface(make.circle(body, 0.4), 0.9);
      make.velocity(body, 5 - (n % 11), 0, n % 3);
    }
  },
  chains(make) {
    for (let chain = 0; chain < 12; chain++) {
      let last = make.body(STATIC, 3 * chain, 12);
      for (let n = 0; n < 12; n++) {
        const next = make.body(DYNAMIC, 3 * chain + n + 0.5, 12);
        make.box(next, 0.45, 0.1);
        make.joint(n % 5 === 4 ? "weld" : "hinge", last, next, 3 * chain + n, 12);
        last = next;
      }
      make.joint("rod", last, make.body(STATIC, 3 * chain + 12, 20));
    }
  },
  cars(make) {
    make.ground();
    for (let n = 0; n < 20; n++) {
      const [x, y] = [2.5 * n - 25, 1 + (n % 3)];
      const car = make.body(DYNAMIC, x, y);
      make.box(car, 0.8, 0.2);
      for (const side of [-0.5, 0.5]) {
        const wheel = make.body(DYNAMIC, x + side, y - 0.4);
        make.circle(wheel, 0.25);
        make.joint("wheel", car, wheel, x + side, y - 0.4, Math.PI / 2);
      }
      make.velocity(car, n - 10, 0, 0);
    }
  },
  fast(make) {
    make.ground();
    for (let n = 0; n < 60; n++) {
      const body = make.body(DYNAMIC, n - 30, 40 + n);
      make.box(body, 0.1, 0.2);
      make.velocity(body, 0, -390, 10);
    }
  },
};

/** Steps a world; returns its hashes, and its time of the processor `[ms]`. */
function run(engine, fill) {
  const make = maker(engine);
  fill(make);
  const hashes = [];
  const start = process.cpuUsage();
  for (let step = 0; step < 300; step++) {
    make.world.step();
    if (step % 30 === 0) hashes.push(make.world.hash());
  }
  const { user, system } = process.cpuUsage(start);
  make.world.free();
  return [hashes, (user + system) / 1000];
}

for (const [name, fill] of Object.entries(worlds)) {
  const [[own, ownTime], [whole, wholeTime]] = engines.map((engine) => run(engine, fill));
  assert.deepEqual(own, whole, name);
  assert.ok(new Set(own).size > 3, `${name}: nothing moved`);
  const times = [[ownTime], [wholeTime]];
  for (let round = 1; round < Number(rounds ?? 1); round++) {
    engines.forEach((engine, index) => times[index].push(run(engine, fill)[1]));
  }
  const [a, b] = times.map((list) => Math.min(...list));
  console.log(`${name}: the same states; ${a.toFixed(0)} ms alone, ratio ${(a / b).toFixed(2)}`);
}

// The package as a game uses it: properties, errors, copies, events, groups, both kinds of modules.
// usage: node --expose-gc package.mjs PACKAGE

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const { World, Saved, Drawing, Recorder, Player, CairnError, circle, box, capsule, segment, polygon } =
  await import(pathToFileURL(`${folder}/index.js`));

function pile() {
  const world = new World({ gravity: [0, -10], subSteps: 4 });
  world.spawn({ kind: "static", shapes: [box(20, 0.5)] });
  const balls = [];
  for (let n = 0; n < 20; n++) balls.push(world.spawn({ position: [n % 5, 2 + Math.floor(n / 5)], shapes: [circle(0.4)] }));
  for (let n = 0; n < 30; n++) world.step(1 / 60);
  return [world, balls];
}

function refused(work, text) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof CairnError, `${error.stack}`);
    assert.ok(error.message.includes(text), error.message);
    return error.kind;
  }
  throw new Error(`no error about ${text}`);
}

const tests = {
  "a ball falls as far as it should"() {
    const world = new World({ gravity: { x: 0, y: -10 } });
    const ball = world.spawn({ position: { x: 3, y: 100 }, velocity: [2, 0], shapes: [circle(0.5)] });
    for (let n = 0; n < 120; n++) world.step();
    assert.ok(Math.abs(ball.position.y - 80) < 1e-3, `${ball.position.y} after 2 s from 100 m`);
    assert.ok(Math.abs(ball.position.x - 7) < 1e-4 && Math.abs(ball.velocity.y + 20) < 1e-3);
    assert.ok(Math.abs(world.group([ball]).readPoses()[1] - ball.position.y) < 1e-9);
  },

  "properties are read and written"() {
    const [world, [ball]] = pile();
    ball.velocity = [1, 2];
    assert.deepEqual(ball.velocity, { x: 1, y: 2 });
    ball.velocity = new Float32Array([3, 4]);
    assert.deepEqual(ball.velocity, { x: 3, y: 4 });
    const out = { x: 0, y: 0 };
    assert.equal(ball.readVelocity(out), out);
    assert.deepEqual(out, { x: 3, y: 4 });
    ball.userData = 2n ** 64n - 1n;
    assert.equal(ball.userData, 2n ** 64n - 1n);
    ball.userData = 77;
    assert.equal(ball.userData, 77n);
    ball.pose = { x: 1, y: 9, angle: 0.5 };
    assert.ok(Math.abs(ball.angle - 0.5) < 1e-6 && ball.pose.x === 1 && Math.abs(ball.pose.cos - Math.cos(0.5)) < 1e-6);
    assert.equal(world.bodies.length, 21);
    assert.equal(world.counts.bodies, 21);
    assert.equal(world.stepCount, 30);
    assert.ok(world.body(ball.id).equals(ball) && !world.bodies[0].equals(ball));
    const [shape] = ball.shapes;
    assert.ok(shape.body.equals(ball) && shape.kind === "circle");
    shape.material = { ...shape.material, friction: 0.25, staticFriction: 0.5 };
    assert.ok(shape.material.friction === 0.25 && shape.material.staticFriction === 0.5);
    shape.material = { ...shape.material, staticFriction: null };
    assert.ok(shape.material.friction === 0.25 && shape.material.staticFriction === null);
  },

  "errors have the text of the engine and change nothing"() {
    const [world, [ball]] = pile();
    const before = world.hash;
    assert.equal(refused(() => (ball.velocity = [NaN, 0]), "velocity is NaN"), "value");
    assert.equal(refused(() => world.step(-1), "dt is -1"), "value");
    assert.equal(refused(() => world.spawn({ shapes: [circle(-1)] }), "circle radius is -1"), "shape");
    assert.equal(refused(() => world.spawn({ colour: 1 }), "has no field colour"), "value");
    assert.equal(refused(() => world.spawn({ kind: "liquid" }), 'kind is "liquid"'), "value");
    assert.equal(refused(() => world.spawn({ position: "here" }), 'position is "here"'), "value");
    assert.equal(refused(() => world.spawn({ shapes: [{ density: "1" }] }), 'density is "1"'), "value");
    assert.equal(refused(() => world.step("0.1"), 'dt is "0.1"'), "value");
    assert.equal(refused(() => ball.setPose({ x: 1, y: 2 }), "pose is an object with x, y"), "value");
    assert.equal(refused(() => world.setSubSteps(1.5), "subSteps is 1.5"), "value");
    assert.equal(refused(() => world.setSubSteps(65), "65"), "value");
    assert.equal(refused(() => (ball.userData = -1), "userData is -1,"), "value");
    assert.equal(refused(() => world.castRay([0, 9], null), "translation is null"), "value");
    assert.equal(refused(() => new World({ gravity: [NaN, 0] }), "NaN"), "value");
    assert.equal(refused(() => World.fromSnapshot(new Uint8Array(9)), ""), "snapshot");
    const other = new World();
    assert.equal(refused(() => other.despawn(ball), "belongs to another world"), "stale");
    assert.equal(world.hash, before);
    world.despawn(ball);
    assert.equal(refused(() => ball.position, "does not exist"), "stale");
    assert.equal(refused(() => world.despawn(null), "the null body"), "stale");
    assert.ok(!ball.exists);
    world.free();
    assert.equal(refused(() => world.step(), "world is a null pointer"), "null");
    world.free();
  },

  "copies go on with the same bits"() {
    const [world, balls] = pile();
    const [copy, restored, saved] = [world.clone(), World.fromSnapshot(world.snapshot()), new Saved()];
    world.saveInto(saved);
    const run = (it) => {
      it.body(balls[3].id).applyImpulse([0.5, 0.25]);
      for (let n = 0; n < 40; n++) it.step(1 / 60);
      return it.hash;
    };
    const truth = run(world);
    assert.equal(run(copy), truth);
    assert.equal(run(restored), truth);
    world.restoreSaved(saved);
    assert.equal(run(world), truth);
  },

  "events, queries and joints give objects"() {
    const world = new World();
    const ground = world.spawn({ kind: "static", shapes: [segment([-9, 0], [9, 0])] });
    const ball = world.spawn({ position: [0, 3], userData: 9, shapes: [circle(0.5, { reportHitsAbove: 1 })] });
    const arm = world.spawn({ position: [4, 3], shapes: [polygon([[0, 0], [1, 0], [0, 1]]), capsule([0, 0], [1, 0], 0.1)] });
    const joint = world.join({ kind: "revolute", bodyA: ground, bodyB: arm, anchor: "world", anchorA: [4, 3], lower: -0.1, upper: 0.1 });
    assert.deepEqual(joint.limits, { lower: Math.fround(-0.1), upper: Math.fround(0.1) });
    const hits = [];
    let moves = 0;
    for (let n = 0; n < 90; n++) {
      world.step(1 / 60);
      hits.push(...world.hitEvents);
      moves += world.moveEvents.length;
    }
    assert.equal(hits.length, 1);
    // 2.5 m at 10 m/s^2.
    assert.ok(Math.abs(hits[0].approachSpeed - Math.sqrt(50)) < 0.1, `${hits[0].approachSpeed}`);
    assert.ok([hits[0].a.bodyData, hits[0].b.bodyData].includes(9n) && moves > 50);
    const hit = world.castRay([0, 9], [0, -20]);
    assert.ok(hit.body.equals(ball) && Math.abs(hit.point.y - 1) < 0.05, `${hit.point.y}`);
    assert.equal(world.castRay([0, 9], [0, -20], { ignoreBody: ball }).body.equals(ground), true);
    assert.equal(world.castRay([0, 9], [0, 5]), null);
    assert.equal(world.castRays([{ origin: [0, 9], translation: [0, -20] }, { origin: [0, 9], translation: [0, 1] }]).filter((answer) => answer.hasHit).length, 1);
    assert.ok(world.overlapBox([-1, -1], [1, 1]).length === 2);
    assert.ok(world.nearest([0, 3], 5).distance > 1);
  },

  "many bodies are read and written at once"() {
    const [world, balls] = pile();
    const group = world.group(balls);
    const poses = group.readPoses();
    balls.forEach((ball, n) => {
      const { x, y, cos, sin } = ball.pose;
      assert.deepEqual([...poses.subarray(4 * n, 4 * n + 4)], [x, y, cos, sin]);
    });
    const velocities = group.readVelocities();
    velocities.fill(1.5);
    group.writeVelocities();
    assert.deepEqual(balls[7].velocity, { x: 1.5, y: 1.5 });
    assert.equal(balls[7].angularVelocity, 1.5);
    group.writeVelocities(new Float32Array(60).fill(2));
    assert.equal(balls[19].angularVelocity, 2);
    assert.equal(refused(() => group.writeVelocities([1]), "60 numbers"), "value");
    // The memory of the engine grows, and the views with it.
    const many = new World();
    for (let n = 0; n < 20000; n++) many.spawn({ position: [n, 0], shapes: [circle(0.4)] });
    group.writeVelocities();
    assert.equal(group.readPoses().length, 80);
    assert.equal(balls[19].angularVelocity, 2);
    many.free();
    group.free();
  },

  "recordings and drawings"() {
    const [world] = pile();
    const recorder = new Recorder(world, "a pile", 20);
    for (let n = 0; n < 50; n++) world.step(1 / 60), recorder.update(world);
    const player = new Player(recorder.finish(world));
    assert.equal(player.steps, 50);
    player.seek(25);
    while (player.step());
    assert.equal(player.world.hash, world.hash);
    const drawing = world.debugDraw(new Drawing());
    assert.ok(drawing.length >= 21 && drawing.kind(0) === "outline" && drawing.points.length >= 2 * 21);
    assert.equal(world.debugDraw(drawing), drawing);
  },

  "what is unreachable is freed"() {
    const pages = [];
    const big = () => {
      const world = new World();
      world.reserve(20000, 20000, 0, 40000);
      world.group(Array.from({ length: 100 }, () => world.spawn({ shapes: [circle(1)] })));
    };
    return (async () => {
      for (let n = 0; n < 40; n++) {
        big();
        globalThis.gc();
        await new Promise((done) => setTimeout(done, 1));
        pages.push(process.memoryUsage().arrayBuffers + process.memoryUsage().external);
      }
      assert.ok(pages[39] < 3 * pages[3], `${pages[3]} bytes became ${pages[39]}`);
    })();
  },

  async "the other entries of the package"() {
    const required = createRequire(import.meta.url)(`${folder}/index.cjs`);
    const world = new required.World();
    world.step();
    assert.equal(typeof required.create, "function");
    const { load } = await import(pathToFileURL(`${folder}/load.js`));
    const bytes = await readFile(`${folder}/cairn2d.wasm`);
    for (const source of [bytes, new WebAssembly.Module(bytes), new Response(bytes, { headers: { "content-type": "application/wasm" } })]) {
      const engine = await load(source);
      const other = new engine.World();
      other.step();
      assert.equal(other.hash, world.hash);
    }
  },
};

for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
  } catch (error) {
    error.message = `${name}: ${error.message}`;
    throw error;
  }
}
console.log(`js: ${Object.keys(tests).length} tests of the package passed`);

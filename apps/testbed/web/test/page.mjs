// The page and the engine in a headless Chromium: the same state as native after 600 steps of five scenes, a body that is dragged
// by mouse and by touch, a pinch, touch pads, links, addresses, controls for screen readers.
// usage: node page.mjs FOLDER_OF_THE_PAGE [engine]
// The folder also gets pictures, to be looked at. Needs Chromium: on PATH, or named by CAIRN2D_CHROMIUM.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, extname, join } from "node:path";
import { chromium } from "playwright-core";

const [folder, part = "all"] = process.argv.slice(2);
const native = JSON.parse(await readFile(join(folder, "hashes.json"), "utf8"));
const TYPES = { ".html": "text/html", ".svg": "image/svg+xml", ".js": "text/javascript", ".wasm": "application/wasm" };

const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  try {
    // A page without anything, from the same place as the modules.
    const body = path === "/blank" ? "<!doctype html><link rel=icon href=data:,>" : await readFile(join(folder, path === "/" ? "index.html" : path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}`;

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const places = (process.env.PATH ?? "").split(delimiter).flatMap((place) => names.map((name) => join(place, name)));
const executablePath = [process.env.CAIRN2D_CHROMIUM, ...places].find((file) => file && existsSync(file));
assert.ok(executablePath, "no Chromium on PATH; CAIRN2D_CHROMIUM may name one");
// Software drawing, so that it works on a machine without a graphics card.
const args = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const browser = await chromium.launch({ executablePath, args });

const LAPTOP = { viewport: { width: 1280, height: 800 } };
/** Height of the middle of the lowest pads on this phone. */
const PADS = 678;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A page whose errors are errors of the test. */
async function open(path, device = LAPTOP) {
  const page = await browser.newPage(device);
  page.on("pageerror", (error) => { throw error; });
  page.on("console", (message) => message.type() === "error" && console.log(`page: ${message.text()}`));
  await page.goto(base + path);
  return page;
}

async function engine() {
  const page = await open("/blank");
  for (const [scene, { steps, hash }] of Object.entries(native)) {
    const found = await page.evaluate(
      async ([scene, steps]) => {
        const { load } = await import("/cairn2d.js");
        const engine = await load(await fetch("/cairn2d-scenes.wasm"));
        const world = engine.openScene(scene);
        const start = performance.now();
        for (let step = 0; step < steps; step++) world.step();
        return { hash: world.hash(), time: (performance.now() - start) / steps };
      },
      [scene, steps],
    );
    assert.equal(found.hash, hash, scene);
    console.log(`engine in Chromium: ${scene}: ${hash} as native, ${found.time.toFixed(3)} ms per step`);
  }
  await page.close();
}

const status = (page) => page.evaluate(() => JSON.parse(window.cairn2d.status()));

/** Waits until the page says something. */
async function until(page, wish, what) {
  for (let tries = 0; tries < 600; tries++) {
    const now = await status(page);
    if (wish(now)) return now;
    await page.waitForTimeout(100);
  }
  assert.fail(`the page never got there: ${what}; it says ${JSON.stringify(await status(page)).slice(0, 300)}`);
}

async function start(path, device) {
  const page = await open(path, device);
  await page.waitForFunction(() => window.cairn2d && !document.getElementById("message"), null, { timeout: 120_000 });
  return page;
}

/** The page starts and runs; its states are those of the native program. */
async function runs() {
  const page = await start("/");
  await until(page, (now) => now.step > 20, "some steps");
  assert.equal((await status(page)).failure, null);
  await page.screenshot({ path: join(folder, "page-runs.png") });
  for (const [scene, { steps, hash }] of Object.entries(native)) {
    const found = await page.evaluate(([scene, steps]) => window.cairn2d.state_hash(scene, steps), [scene, steps]);
    assert.equal(found, hash, scene);
    console.log(`page: ${scene}: ${hash} after ${steps} steps as native`);
  }
  return page;
}

/** A body is dragged to another place by the mouse; the link that is shared then leads to the same state. */
async function drags(page) {
  const scene = "domino";
  await page.evaluate((scene) => window.cairn2d.open(scene), scene);
  const before = await until(page, (now) => now.scene === scene && now.step > 5, "the scene");
  const [x, y] = (await status(page)).bodies[0];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 20; step++) {
    await page.mouse.move(x + 2 * step, y - 6 * step);
    await page.waitForTimeout(30);
  }
  const held = ({ bodies: [[now_x, now_y]] }) => Math.hypot(now_x - x - 40, now_y - y + 120) < 40;
  await until(page, held, "the body at the pointer");
  await page.screenshot({ path: join(folder, "page-drag.png") });
  await page.mouse.up();
  const after = await until(page, (now) => now.edits > before.edits, "an edit by the mouse");
  console.log(`page: a drag made ${after.edits - before.edits} edits`);
  await page.keyboard.press("Space");
  const shared = await until(page, (now) => now.paused, "a pause");
  const link = await page.evaluate(() => window.cairn2d.link());
  assert.ok(link.length > 10 && link.length < 8000, `${link.length} letters`);
  const other = await start(`/#${link}`);
  const opened = await until(other, (now) => now.step === shared.step && now.paused, "the step that was shared");
  assert.equal(opened.scene, shared.scene);
  assert.equal(opened.edits, shared.edits);
  assert.equal(opened.hash, shared.hash);
  await other.screenshot({ path: join(folder, "page-link.png") });
  console.log(`page: a link of ${link.length} letters leads to ${opened.hash} at step ${opened.step}, as shared`);
  await other.close();
}

/** On a phone a finger drags a body, two fingers change the scale, and thumbs on the pads control a game. */
async function touches() {
  const page = await start("/#domino", PHONE);
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...fingers) => {
    const touchPoints = fingers.map(([x, y], id) => ({ x, y, id }));
    return session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const before = await until(page, (now) => now.scene === "domino" && now.step > 5, "the scene");
  const [x, y] = before.bodies[0];
  await touch("touchStart", [x, y]);
  for (let step = 1; step <= 20; step++) {
    await touch("touchMove", [x + step, y - 6 * step]);
    await page.waitForTimeout(30);
  }
  await until(page, ({ bodies: [[now_x, now_y]] }) => Math.hypot(now_x - x - 20, now_y - y + 120) < 40, "the body at the finger");
  await page.screenshot({ path: join(folder, "page-touch.png") });
  await touch("touchEnd");
  await until(page, (now) => now.edits > before.edits, "an edit by touch");

  await page.evaluate(() => window.cairn2d.open("bridge"));
  await until(page, (now) => now.scene === "bridge" && now.step > 5, "the other scene");
  await page.evaluate(() => window.cairn2d.act("pause"));
  const extent = ({ bodies }) => Math.max(...bodies.map(([x]) => x)) - Math.min(...bodies.map(([x]) => x));
  const extent_before = extent(await until(page, (now) => now.paused, "a pause"));
  const spread = (half) => [[195 - half, 200], [195 + half, 200]];
  await touch("touchStart", ...spread(40));
  for (let half = 40; half <= 80; half += 4) {
    await touch("touchMove", ...spread(half));
    await page.waitForTimeout(30);
  }
  await touch("touchEnd");
  const ratio = extent(await status(page)) / extent_before;
  assert.ok(Math.abs(ratio - 2) < 0.2, `two fingers at twice the distance scaled the picture by ${ratio}`);
  await page.screenshot({ path: join(folder, "page-pinch.png") });

  await page.evaluate(() => window.cairn2d.act("pause"));
  await page.evaluate(() => window.cairn2d.open("body_hero"));
  await until(page, (now) => now.scene === "body_hero" && now.step > 5, "the game");
  const walks = [];
  for (const [x, name] of [[170, "right"], [42, "left"]]) {
    await touch("touchStart", [x, PADS]);
    await page.waitForTimeout(300);
    const start = (await status(page)).bodies;
    await page.waitForTimeout(700);
    const moves = (await status(page)).bodies.map(([x], index) => x - start[index][0]);
    await page.screenshot({ path: join(folder, `page-pad-${name}.png`) });
    await touch("touchEnd");
    // Only the hero walks; the other bodies rest.
    walks.push(moves.reduce((a, b) => (Math.abs(a) > Math.abs(b) ? a : b)));
  }
  assert.ok(walks[0] > 10 && walks[1] < -10, `the hero walked by ${walks} points`);
  console.log(`page: a finger drags, two scale by ${ratio.toFixed(2)}, and thumbs walk the hero by ${walks} points`);
  await page.close();
}

/** The catalogue draws its pictures, and a click on a card opens its scene. */
async function cards() {
  const page = await start("/#domino");
  const before = await until(page, (now) => now.scene === "domino" && now.thumbnails > 8, "pictures of scenes");
  await page.screenshot({ path: join(folder, "page-cards.png") });
  // The list is scrolled to the domino, beside or below which there is another card.
  await page.mouse.click(75, 480);
  const after = await until(page, (now) => now.scene !== before.scene && now.step > 3, "the scene of the card");
  assert.equal(await page.evaluate(() => location.hash), `#${after.scene}`);
  console.log(`page: ${before.thumbnails} cards have pictures, and a click opens ${after.scene}`);
  await page.close();
}

/** The address follows the scene, the back button leads to the scene before, and an address opens a scene. */
async function addresses() {
  const page = await start("/#domino&dominoes=40");
  await until(page, (now) => now.scene === "domino" && now.step > 3, "the scene of the address");
  assert.equal((await status(page)).bodies.length, 32, "forty dominoes, of which 32 are listed");
  const hash = () => page.evaluate(() => location.hash);
  assert.equal(await hash(), "#domino&dominoes=40");
  await page.evaluate(() => window.cairn2d.open("bridge"));
  await until(page, (now) => now.scene === "bridge" && now.step > 3, "the other scene");
  assert.equal(await hash(), "#bridge");
  await page.goBack();
  await until(page, (now) => now.scene === "domino", "the scene before");
  assert.equal(await hash(), "#domino&dominoes=40");
  await page.evaluate(() => { location.hash = "smash&speed=90"; });
  await until(page, (now) => now.scene === "smash" && now.step > 0, "the typed address");
  await page.goto(base + "/#no_such_scene");
  await until(page, (now) => now.step > 3, "some steps after an unknown address");
  console.log("page: the address follows the scene, and the back button works");
  await page.close();
}

/** The controls for screen readers and the keyboard start, stop and choose scenes, and tell what happens. */
async function controls() {
  const page = await start("/#domino");
  await until(page, (now) => now.scene === "domino" && now.step > 3, "the scene");
  const state = page.getByRole("region", { name: "Simulation" }).getByRole("status");
  const says = (text) => page.waitForFunction((text) => document.getElementById("state").textContent.includes(text), text);
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  const { step } = await until(page, (now) => now.paused, "a pause");
  await says(`domino, paused at step ${step}`);
  await page.getByRole("button", { name: "Step", exact: true }).press("Enter");
  await until(page, (now) => now.step === step + 1, "one step");
  await page.getByRole("button", { name: "Step back" }).press("Enter");
  await until(page, (now) => now.step === step, "a step back");
  await page.getByRole("combobox", { name: "Scene" }).selectOption("bridge");
  await until(page, (now) => now.scene === "bridge", "the chosen scene");
  assert.match(await page.getByRole("img").getAttribute("aria-label"), /^bridge: ./);
  await page.screenshot({ path: join(folder, "page-controls.png") });
  const names = await page.getByRole("combobox", { name: "Scene" }).locator("option").count();
  assert.ok(names > 100, `${names} scenes`);
  console.log(`page: the controls step, pause and open ${names} scenes; they say "${await state.textContent()}"`);
  await page.close();
}

/** A scene in a frame of another page has few buttons, runs, and keeps the history of that page. */
async function embedded() {
  const page = await open("/blank");
  await page.setContent(`<iframe id="frame" src="${base}/?embed#domino&dominoes=12" width="640" height="400"></iframe>`);
  const frame = page.frame({ url: /embed/ }) ?? await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForFunction(() => window.cairn2d && !document.getElementById("message"), null, { timeout: 120_000 });
  await frame.waitForFunction(() => JSON.parse(window.cairn2d.status()).step > 10);
  const { bodies, scene } = await frame.evaluate(() => JSON.parse(window.cairn2d.status()));
  assert.equal(scene, "domino");
  // The panels of the whole window would leave less than half of the frame to the picture.
  const [left, right] = [Math.min(...bodies.map(([x]) => x)), Math.max(...bodies.map(([x]) => x))];
  assert.ok(right - left > 320 && left > 0 && right < 640, `the dominoes are from ${left} to ${right}`);
  await page.screenshot({ path: join(folder, "page-embedded.png") });
  console.log("page: an embedded scene runs in a frame");
  await page.close();
}

/** A link that is none is refused with a message, and the page lives. */
async function survives() {
  const page = await start("/#1.thisisnolink");
  await until(page, (now) => now.step > 3, "some steps after a broken link");
  await page.screenshot({ path: join(folder, "page-broken-link.png") });
  await page.close();
}

try {
  await engine();
  if (part === "all") {
    const page = await runs();
    await drags(page);
    await page.close();
    await touches();
    await cards();
    await addresses();
    await controls();
    await embedded();
    await survives();
  }
} finally {
  await browser.close();
  server.close();
}

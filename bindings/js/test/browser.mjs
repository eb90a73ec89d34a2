// The package in a headless Chromium: the page of the README from an empty folder, by both entries, with the
// hash that node has. usage: node browser.mjs PACKAGE
//
// Needs Chromium: on PATH, or named by CAIRN2D_CHROMIUM. Without it, the test says so and passes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2]);
const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const places = (process.env.PATH ?? "").split(delimiter).flatMap((place) => names.map((name) => join(place, name)));
const program = [process.env.CAIRN2D_CHROMIUM, ...places].find((file) => file && existsSync(file));

/** A pile that falls; the text is compared between node and the browser. */
function pile({ World, box, circle }) {
  const world = new World({ gravity: [0, -10] });
  world.spawn({ kind: "static", shapes: [box(20, 0.5)] });
  for (let n = 0; n < 60; n++) {
    const shape = n % 2 ? box(0.4, 0.3) : circle(0.35, { material: { restitution: 0.5 } });
    world.spawn({ position: [(n % 6) * 0.9 - 2, 2 + Math.floor(n / 6)], angle: n, shapes: [shape] });
  }
  for (let step = 0; step < 300; step++) world.step(1 / 60);
  return world.hash.toString(16);
}

const page = `<!doctype html><link rel=icon href=data:,><pre></pre><script type=module>
const say = (text) => fetch("/said", { method: "POST", body: text });
${pile}
try {
  const inline = pile(await import("/cairn2d/index.js"));
  const { load } = await import("/cairn2d/load.js");
  say([inline, pile(await load())].join(" "));
} catch (error) {
  say(String(error.stack));
}
</script>`;

if (!program) {
  console.log("js: there is no Chromium, so the package is not tested in a browser");
} else {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  let said;
  const answer = new Promise((done) => (said = done));
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/said") {
      let text = "";
      for await (const part of request) text += part;
      response.end();
      return said(text);
    }
    try {
      const body = pathname === "/" ? page : await readFile(join(folder, pathname.replace("/cairn2d/", "")));
      response.writeHead(200, { "content-type": types[extname(pathname)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const profile = await mkdtemp(join(tmpdir(), "cairn2d-"));
  const browser = spawn(
    program,
    ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`],
    { stdio: "ignore" },
  );
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error("the page said nothing for 120 s")), 120_000).unref());
  try {
    const text = await Promise.race([answer, late]);
    const truth = pile(await import(pathToFileURL(join(folder, "index.js"))));
    assert.equal(text, `${truth} ${truth}`);
    console.log(`js: both entries of the package give ${truth} in Chromium, as in node`);
  } finally {
    browser.kill();
    server.close();
    await new Promise((done) => browser.once("exit", done));
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

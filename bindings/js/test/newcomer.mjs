// The first steps of a new user: `npm pack`, an empty folder, `npm install`, the program of the README, and the
// same with `require`. usage: node newcomer.mjs PACKAGE

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const home = mkdtempSync(join(tmpdir(), "cairn2d-"));
const run = (program, ...words) => execFileSync(program, words, { cwd: home, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

try {
  const [packed] = JSON.parse(run("npm", "pack", "--json", "--loglevel=error", folder));
  const files = packed.files.map((file) => file.path).sort();
  assert.deepEqual(files, [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "cairn2d-core.wasm",
    "cairn2d.wasm",
    "engine.d.ts",
    "engine.js",
    "index.cjs",
    "index.d.cts",
    "index.d.ts",
    "index.js",
    "inline.js",
    "load.d.ts",
    "load.js",
    "package.json",
  ]);
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", join(home, packed.filename));
  const program = /```js\n(.*?)```/s.exec(readFileSync(join(folder, "README.md"), "utf8"))[1];
  assert.ok(program.split("\n").length <= 12, "a short program");
  writeFileSync(join(home, "hello.mjs"), program);
  const said = run("node", "hello.mjs");
  // A second of free fall from 10 m.
  assert.match(said, /y: (5\.0|4\.99)\d* .*y: -(10|9\.99)/s, said);
  writeFileSync(join(home, "hello.cjs"), program.replace(/import (.*) from (.*);/, "const $1 = require($2);"));
  assert.equal(run("node", "hello.cjs"), said);
  console.log(`js: ${packed.files.length} files, ${(packed.size / 1e3).toFixed(0)} kB packed; the program of the README runs`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

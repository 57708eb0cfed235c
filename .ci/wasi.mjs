#!/usr/bin/env -S node --no-warnings
// Runs a program for `wasm32-wasip1` under Node: cargo's runner for that target (`.cargo/config.toml`).
//
// The program sees the workspace under its own path, since tests find their cases by `CARGO_MANIFEST_DIR`, and
// nothing else of the machine.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const workspace = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [program, ...args],
  env: process.env,
  preopens: { [workspace]: workspace },
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);

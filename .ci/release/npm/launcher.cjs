#!/usr/bin/env node
// Starts the program that npm installed for this machine. Holds no logic of the product.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const key = `${process.platform}-${process.arch}`;
const names = {
  "linux-x64": 1,
  "linux-arm64": 1,
  "darwin-x64": 1,
  "darwin-arm64": 1,
  "win32-x64": 1,
};
const program = process.platform === "win32" ? "agent-handoff.exe" : "agent-handoff";

/** Ends with one line that says what is the case and what to do. */
function refuse(reason) {
  console.error(`Cannot start agent-handoff: ${reason}`);
  process.exit(1);
}

/** True on a Linux whose C library is not glibc, such as Alpine. */
function isMusl() {
  if (process.platform !== "linux" || !process.report) return false;
  process.report.excludeNetwork = true;
  return !process.report.getReport().header.glibcVersionRuntime;
}

if (!Object.hasOwn(names, key)) refuse(`there is no program for ${key}`);
let path;
try {
  path = require.resolve(`@agent-handoff/${key}/bin/${program}`);
} catch {
  if (isMusl()) {
    refuse("it needs glibc, and this system has musl (Alpine); use an image with glibc");
  }
  refuse(
    `the package @agent-handoff/${key} is not installed; install again without --omit=optional ` +
      "(--no-optional)",
  );
}

const child = spawn(path, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => refuse(error.message));
child.on("exit", (code, signal) => {
  process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : code);
});

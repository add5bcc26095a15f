// install.sh against a release served on this machine: what is right is installed, anything else leaves nothing.
import assert from "node:assert/strict";
import { join } from "node:path";
import { writeSums } from "../../.ci/release/sums.ts";
import { type Circumstances, install, type Installed } from "./installing.ts";

/** The script needs a POSIX shell; Windows has its own. */
const hasShell = Deno.build.os !== "windows";

function test(title: string, body: () => Promise<void>): void {
  if (hasShell) Deno.test(title, body);
}

function assertRefused(ran: Installed, reason: RegExp): void {
  assert.equal(ran.code, 1, ran.errors);
  assert.match(ran.errors, /^Cannot install agent-handoff: /m);
  assert.match(ran.errors, reason);
  assert.equal(ran.output, "");
  assert.deepEqual(ran.left, []);
}

async function refuses(of: Circumstances, reason: RegExp): Promise<void> {
  assertRefused(await install(of), reason);
}

test("install.sh puts the program in the directory, leaves nothing else and tells the PATH", async () => {
  const ran = await install();
  assert.equal(ran.code, 0, ran.errors);
  assert.deepEqual(ran.left, ["agent-handoff"]);
  assert.match(ran.output, /^Installed agent-handoff 9\.9\.9 in /);
  assert.ok(ran.output.includes(`export PATH="${ran.directory}:$PATH"`), ran.output);
  assert.equal(ran.errors, "");
});

test("install.sh says nothing of PATH when the directory is on it", async () => {
  const ran = await install({ isOnPath: true });
  assert.equal(ran.code, 0, ran.errors);
  assert.equal(ran.output, `Installed agent-handoff 9.9.9 in ${ran.directory}\n`);
});

test("install.sh replaces an older copy", async () => {
  const ran = await install({ before: "#!/bin/sh\necho old\n", isOnPath: true });
  assert.equal(ran.code, 0, ran.errors);
  assert.deepEqual(ran.left, ["agent-handoff"]);
  assert.match(ran.program ?? "", /9\.9\.9/);
});

for (const processor of ["aarch64", "arm64"]) {
  test(`install.sh takes the arm64 program when uname -m says ${processor}`, async () => {
    const wanted: string[] = [];
    const ran = await install({
      system: ["Linux", processor],
      serving: (name) => void wanted.push(name),
    });
    assert.equal(ran.code, 0, ran.errors);
    assert.deepEqual(wanted, ["SHA256SUMS", "agent-handoff-linux-arm64.tar.gz"]);
  });
}

test("install.sh takes the macOS program on macOS", async () => {
  const wanted: string[] = [];
  const ran = await install({
    system: ["Darwin", "arm64"],
    serving: (name) => void wanted.push(name),
  });
  assert.equal(ran.code, 0, ran.errors);
  assert.ok(wanted.includes("agent-handoff-macos-arm64.tar.gz"));
});

test("install.sh installs nothing when the sum is wrong", () =>
  refuses({
    spoil: async (release) => {
      const sums = join(release, "SHA256SUMS");
      const text = await Deno.readTextFile(sums);
      await Deno.writeTextFile(sums, text.replace(/^[0-9a-f]{64}/gm, "0".repeat(64)));
    },
  }, /has the sum [0-9a-f]{64}, expected 0{64}/));

test("install.sh keeps the copy that is there when the sum is wrong", async () => {
  const ran = await install({
    before: "old",
    serving: (name) => name.endsWith(".gz") ? new Response("other bytes") : undefined,
  });
  assert.equal(ran.code, 1);
  assert.deepEqual(ran.left, ["agent-handoff"]);
  assert.equal(ran.program, "old");
});

test("install.sh installs nothing when the download is cut and the server says so", () =>
  refuses({ serving: cutShort }, /could not be downloaded/));

test("install.sh installs nothing when the download is cut and nobody says so", () =>
  refuses({
    serving: (name, content) =>
      name.endsWith(".gz") ? new Response(content.slice(0, 40)) : undefined,
  }, /the download is cut or not the real one/));

test("install.sh installs nothing when the release has no program for this machine", () =>
  refuses({
    spoil: async (release) => {
      await Deno.remove(join(release, "agent-handoff-linux-x64.tar.gz"));
      await writeSums(release);
    },
  }, /this release has no program for linux-x64/));

test("install.sh installs nothing when the archive is listed but missing", () =>
  refuses({
    spoil: (release) => Deno.remove(join(release, "agent-handoff-linux-x64.tar.gz")),
  }, /linux-x64\.tar\.gz" could not be downloaded/));

test("install.sh installs nothing when there is no such release", () =>
  refuses({
    serving: () => new Response("Not found", { status: 404 }),
  }, /SHA256SUMS" could not be downloaded/));

test("install.sh installs nothing when the directory may not be written to", () =>
  refuses({ isReadOnly: true }, /may not be written to/));

test("install.sh installs nothing when the program does not start here", () =>
  refuses(
    { program: "#!/bin/sh\nexit 127\n" },
    /the program does not start on this system/,
  ));

test("install.sh refuses musl with a plain reason", () =>
  refuses({ ldd: "musl libc (x86_64)" }, /it needs glibc, and this system has musl \(Alpine\)/));

test("install.sh refuses an unknown system by its name", () =>
  refuses({ system: ["Haiku", "x86_64"] }, /no program for the system "Haiku"/));

test("install.sh refuses an unknown processor by its name", () =>
  refuses({ system: ["Linux", "riscv64"] }, /no program for the processor "riscv64"/));

test("install.sh sends Windows shells to install.ps1", () =>
  refuses({ system: ["MINGW64_NT-10.0", "x86_64"] }, /run install\.ps1 in PowerShell/));

test("install.sh refuses to guess a directory without HOME", () =>
  refuses({ isHomeless: true }, /HOME is not set; set AGENT_HANDOFF_INSTALL_DIR/));

test("install.sh says what to set when it belongs to no release", () =>
  refuses({ isUnstamped: true }, /set AGENT_HANDOFF_DOWNLOAD to a release's address/));

/** Promises the whole file and breaks off half-way. */
function cutShort(name: string, content: Uint8Array<ArrayBuffer>): Response | undefined {
  if (!name.endsWith(".gz")) return undefined;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(content.slice(0, 40));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-length": String(content.byteLength) } });
}

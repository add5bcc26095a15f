// The small judgements of a release: tag, changelog section, SQLite version, sums, signature, manifests.
import assert from "node:assert/strict";
import { join } from "node:path";
import { bundleManifest } from "../../.ci/release/bundle_manifest.ts";
import { changelogSection } from "../../.ci/release/changelog_section.ts";
import { checkTag } from "../../.ci/release/check_tag.ts";
import { hasCodeSignature } from "../../.ci/release/macho.ts";
import { launcherManifest, platformManifest } from "../../.ci/release/npm_packages.ts";
import { readProject } from "../../.ci/release/project.ts";
import { requireSafeSqlite } from "../../.ci/release/runtime.ts";
import { writeSums } from "../../.ci/release/sums.ts";
import { findTarget, targets, thisMachine } from "../../.ci/release/targets.ts";
import { version } from "../../lib/cli/version.ts";
import { offered } from "../../lib/mcp/catalog.ts";

const project = { name: "@agent-handoff/ledger", version: "1.2.3", license: "MIT" };
const repository = "example/agent-handoff";

Deno.test("version is the one in deno.json", async () => {
  assert.equal(version, (await readProject()).version);
});

Deno.test("targets are five, each with names of its own", () => {
  assert.equal(targets.length, 5);
  const names = targets.flatMap(({ name, triple, archive, bundle }) => [
    name,
    triple,
    archive,
    bundle,
  ]);
  assert.equal(new Set(names).size, names.length);
});

Deno.test("findTarget() knows a target by its name and by its triple", () => {
  assert.equal(findTarget("macos-arm64"), findTarget("aarch64-apple-darwin"));
  assert.equal(findTarget("linux-riscv64"), undefined);
  assert.equal(thisMachine()?.triple ?? Deno.build.target, Deno.build.target);
});

Deno.test("checkTag() passes the tag that is v and the version", () => {
  checkTag({ tag: "v1.2.3", project: "1.2.3", program: "1.2.3" });
});

for (const tag of ["v1.2.4", "1.2.3", "v1.2.3-rc.1", "", "vv1.2.3"]) {
  Deno.test(`checkTag() refuses the tag "${tag}" for version 1.2.3 and names the right one`, () => {
    assert.throws(
      () => checkTag({ tag, project: "1.2.3", program: "1.2.3" }),
      {
        message:
          `Cannot release tag "${tag}": deno.json has version "1.2.3", expected the tag "v1.2.3"`,
      },
    );
  });
}

Deno.test("checkTag() refuses a program that tells another version", () => {
  assert.throws(
    () => checkTag({ tag: "v1.2.3", project: "1.2.3", program: "1.2.2" }),
    /lib\/cli\/version\.ts has version "1\.2\.2", expected "1\.2\.3"/,
  );
});

const changelog = `# Changelog

## [Unreleased]

## [1.2.3] - 2027-01-02

### Added
- One thing.

## [1.2.0] - 2026-12-01
- Older.

[1.2.3]: https://example.org/1.2.3
`;

Deno.test("changelogSection() gives the part of one version without its heading", () => {
  assert.equal(changelogSection(changelog, "1.2.3"), "### Added\n- One thing.");
});

Deno.test("changelogSection() ends the oldest version before the links", () => {
  assert.equal(changelogSection(changelog, "1.2.0"), "- Older.");
});

Deno.test("changelogSection() refuses a version without a section", () => {
  assert.throws(() => changelogSection(changelog, "1.2"), /has no section "## \[1\.2\]"/);
});

Deno.test("changelogSection() refuses an empty section", () => {
  assert.throws(() => changelogSection(changelog, "Unreleased"), /is empty/);
});

for (const safe of ["3.51.3", "3.53.2", "3.51.10", "4.0.0"]) {
  Deno.test(`requireSafeSqlite() passes SQLite ${safe}`, () => {
    requireSafeSqlite(safe, "x");
  });
}

for (const unsafe of ["3.51.2", "3.50.9", "3.5.30", "2.99.99", "0"]) {
  Deno.test(`requireSafeSqlite() refuses SQLite ${unsafe}, naming it and the least`, () => {
    assert.throws(
      () => requireSafeSqlite(unsafe, "linux-x64"),
      new RegExp(
        `Cannot release linux-x64: its SQLite is ${unsafe}, at least 3\\.51\\.3 is needed`,
      ),
    );
  });
}

Deno.test("writeSums() writes what sha256sum reads, by name, itself left out", async () => {
  const directory = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(directory, "b"), "");
    await Deno.writeTextFile(join(directory, "a"), "abc");
    await writeSums(directory);
    await writeSums(directory);
    assert.equal(
      await Deno.readTextFile(join(directory, "SHA256SUMS")),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n" +
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n",
    );
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

/** A Mach-O header with load commands of these kinds, 16 bytes each. */
function machO(...commands: number[]): Uint8Array {
  const bytes = new Uint8Array(32 + 16 * commands.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(16, commands.length, true);
  commands.forEach((command, index) => {
    view.setUint32(32 + 16 * index, command, true);
    view.setUint32(36 + 16 * index, 16, true);
  });
  return bytes;
}

Deno.test("hasCodeSignature() finds the signature among other load commands", () => {
  assert.equal(hasCodeSignature(machO(0x19, 0x2, 0x1d)), true);
  assert.equal(hasCodeSignature(machO(0x19, 0x2)), false);
});

Deno.test("hasCodeSignature() is false for what is no Mach-O and for a broken one", () => {
  assert.equal(
    hasCodeSignature(new TextEncoder().encode("\x7fELF and more than 32 bytes of it")),
    false,
  );
  assert.equal(hasCodeSignature(new Uint8Array(3)), false);
  const endless = machO(0x19, 0x19);
  new DataView(endless.buffer).setUint32(36, 0, true);
  assert.equal(hasCodeSignature(endless), false);
});

for (const target of targets) {
  Deno.test(`the bundle for ${target.name} names the tools that the server offers`, () => {
    const manifest = bundleManifest(project, target);
    const { tools, compatibility, server } = manifest as {
      tools: { name: string }[];
      compatibility: { platforms: string[] };
      server: { entry_point: string };
    };
    assert.deepEqual(tools.map(({ name }) => name), offered("all").map(({ name }) => name));
    assert.deepEqual(compatibility.platforms, [target.platform]);
    assert.equal(server.entry_point.endsWith(".exe"), target.platform === "win32");
  });
}

Deno.test("the npm launcher names every program's package at its own version, with no script", () => {
  const manifest = launcherManifest({ project, repository });
  const of = targets.map((target) => platformManifest(target, { project, repository }));
  assert.deepEqual(
    manifest.optionalDependencies,
    Object.fromEntries(of.map(({ name }) => [name, project.version])),
  );
  for (const each of [manifest, ...of]) assert.ok(!("scripts" in each), String(each.name));
  for (const each of of) assert.equal("libc" in each, String(each.os) === "linux");
});

// Which places are known at once to stand on a disk, where no ledger is refused for want of locks.
import assert from "node:assert/strict";
import { isOnDisk, majorOf } from "../../lib/workspace/disk.ts";
import { temporaryDirectory } from "./temporary.ts";

const ignore = Deno.build.os !== "linux";

Deno.test("majorOf() reads the major part of a device number as Linux packs it", () => {
  assert.equal(majorOf(0x10302), 0x103);
  assert.equal(majorOf(0x2a), 0);
  // A minor number above 255 has its upper part above the major one.
  assert.equal(majorOf(0x1000_0801), 8);
  assert.equal(majorOf(0x1234_5000_0000_0000 + 0x801), 0x1234_5000 + 8);
});

Deno.test(
  "isOnDisk() follows the device, and says no of a place without one or that is not there",
  { ignore },
  () => {
    using place = temporaryDirectory();
    assert.equal(isOnDisk(place.path), majorOf(Deno.statSync(place.path).dev) !== 0);
    assert.equal(isOnDisk("/dev"), false);
    assert.equal(isOnDisk(`${place.path}/none`), false);
  },
);

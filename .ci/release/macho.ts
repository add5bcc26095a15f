// Whether a macOS program carries a signature, read from its file. Judges no signature.

const magic64 = 0xfeedfacf;
const codeSignatureCommand = 0x1d;
const headerBytes = 32;

/**
 * True where a 64-bit Mach-O file has the load command LC_CODE_SIGNATURE. Without one, macOS on Apple
 * processors ends the program at its start. False for files that are no Mach-O at all. Source: Mach-O
 * format, load commands.
 */
export function hasCodeSignature(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < headerBytes || view.getUint32(0, true) !== magic64) return false;
  let at = headerBytes;
  for (let left = view.getUint32(16, true); left > 0 && at + 8 <= file.byteLength; left--) {
    if (view.getUint32(at, true) === codeSignatureCommand) return true;
    const size = view.getUint32(at + 4, true);
    if (size < 8) return false;
    at += size;
  }
  return false;
}

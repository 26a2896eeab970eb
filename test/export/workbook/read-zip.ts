import { crc32, inflateRawSync } from 'node:zlib';

/** The entries of a ZIP archive by name, in its order, as its directory at the end tells of them. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const entries = new Map<string, Buffer>();
  let place = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(place + field));
    const nameLength = archive.readUInt16LE(place + 28);
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength);
    const local = archive.readUInt32LE(place + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = inflateRawSync(archive.subarray(start, start + packed!));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is broken`);
    entries.set(name, content);
    place += 46 + nameLength;
  }
  return entries;
}

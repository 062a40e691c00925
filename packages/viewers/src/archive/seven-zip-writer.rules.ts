import { dataViewOf } from '../format/data-view.util.ts';
import {
  folderProperty,
  property,
  type SevenZipFolder,
  type SevenZipStreams,
  signatureHeaderBytes,
} from './seven-zip.rules.ts';

const bytesOfHex = (text: string) => Array.from(text.matchAll(/../g), ([byte]) => Number.parseInt(byte, 16));

/** The end of a header with a single file. `libarchive` needs the substreams, although they are optional. */
export const singleFile: readonly number[] = [
  property.substreams,
  property.end,
  property.end,
  property.files,
  1,
  folderProperty.names,
  5,
  0,
  0x68,
  0,
  0,
  0,
  property.end,
  property.end,
];

/** Builds an archive from packed streams, which follow each other, and from their header. */
export function buildSevenZip(
  packedStreams: readonly Uint8Array[],
  { folders, rest }: Pick<SevenZipStreams, 'folders' | 'rest'>,
): Uint8Array<ArrayBuffer> {
  const start = [
    property.header,
    property.mainStreams,
    property.pack,
    0,
    ...numberBytes(packedStreams.length),
  ];
  start.push(property.size);
  for (const { length } of packedStreams) start.push(...numberBytes(length));
  start.push(property.end, property.unpack, folderProperty.folder, ...numberBytes(folders.length), 0);
  for (const folder of folders) start.push(...folderBytes(folder));
  start.push(folderProperty.unpackSizes);
  for (const { unpackSizes } of folders) for (const size of unpackSizes) start.push(...numberBytes(size));
  const packedBytes = packedStreams.reduce((sum, { length }) => sum + length, 0);
  const header = new Uint8Array(start.length + rest.length);
  header.set(start);
  header.set(rest, start.length);
  const archive = new Uint8Array(signatureHeaderBytes + packedBytes + header.length);
  let at = signatureHeaderBytes;
  for (const stream of packedStreams) {
    archive.set(stream, at);
    at += stream.length;
  }
  archive.set(header, at);
  archive.set([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]);
  const view = dataViewOf(archive);
  view.setBigUint64(12, BigInt(packedBytes), true);
  view.setBigUint64(20, BigInt(header.length), true);
  view.setUint32(28, crc32(header), true);
  view.setUint32(8, crc32(archive.subarray(12, signatureHeaderBytes)), true);
  return archive;
}

function folderBytes({ coders, bindPairs, packed }: SevenZipFolder): number[] {
  const bytes = numberBytes(coders.length);
  for (const { id, inputs, outputs, properties } of coders) {
    const idBytes = bytesOfHex(id);
    const isComplex = inputs !== 1 || outputs !== 1;
    bytes.push(idBytes.length | (isComplex ? 0x10 : 0) | (properties.length > 0 ? 0x20 : 0), ...idBytes);
    if (isComplex) bytes.push(...numberBytes(inputs), ...numberBytes(outputs));
    if (properties.length > 0) bytes.push(...numberBytes(properties.length), ...properties);
  }
  for (const { input, output } of bindPairs) bytes.push(...numberBytes(input), ...numberBytes(output));
  if (packed.length > 1) for (const input of packed) bytes.push(...numberBytes(input));
  return bytes;
}

/** A number below 128 in one byte, a greater one in nine. */
function numberBytes(value: number): number[] {
  if (value < 0x80) return [value];
  const bytes = new Uint8Array(9);
  bytes[0] = 0xff;
  dataViewOf(bytes).setBigUint64(1, BigInt(value), true);
  return [...bytes];
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

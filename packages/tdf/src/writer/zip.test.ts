import { describe, expect, test } from 'vitest';
import { viewOf } from '../bytes.ts';
import { dataDescriptor, directory, localHeader, type WrittenEntry } from './zip.ts';

// Offsets and signatures are those of APPNOTE.TXT, version 6.3.10: 4.3.7, 4.3.9, 4.3.12, 4.3.14 to 4.3.16, 4.5.3.
const entry: WrittenEntry = {
  name: '0.payload',
  offset: 0,
  size: 300,
  crc: 0x1234_5678,
  descriptor: false,
  zip64: false,
};
const wideSize = 2 ** 32 + 7;

describe('a data descriptor', () => {
  test('has signature, checksum and two sizes of four bytes', () => {
    const view = viewOf(dataDescriptor({ ...entry, descriptor: true }));
    expect(view.byteLength).toBe(16);
    expect([0, 4, 8, 12].map((at) => view.getUint32(at, true))).toEqual([
      0x0807_4b50,
      entry.crc,
      entry.size,
      entry.size,
    ]);
  });

  test('has two sizes of eight bytes in zip64', () => {
    const view = viewOf(dataDescriptor({ ...entry, size: wideSize, descriptor: true, zip64: true }));
    expect(view.byteLength).toBe(24);
    expect([8, 16].map((at) => view.getBigUint64(at, true))).toEqual([BigInt(wideSize), BigInt(wideSize)]);
  });
});

describe('a local header', () => {
  test('contains checksum and sizes if they are known', () => {
    const view = viewOf(localHeader(entry));
    expect([14, 18, 22].map((at) => view.getUint32(at, true))).toEqual([entry.crc, entry.size, entry.size]);
  });

  test('leaves checksum and sizes to the descriptor, and sets the flag for it', () => {
    const view = viewOf(localHeader({ ...entry, descriptor: true }));
    expect([14, 18, 22].map((at) => view.getUint32(at, true))).toEqual([0, 0, 0]);
    expect(view.getUint16(6, true) & 0b1000).toBe(0b1000);
  });
});

describe('a directory', () => {
  test('has a checksum for each entry', () => {
    const view = viewOf(directory([{ ...entry, descriptor: true }], 400));
    expect(view.getUint32(16, true)).toBe(entry.crc);
  });

  test('has no zip64 records below 4 GiB', () => {
    const bytes = directory([entry], 400);
    const view = viewOf(bytes);
    expect(bytes.length).toBe(46 + entry.name.length + 22);
    expect(view.getUint32(bytes.length - 22 + 16, true)).toBe(400);
  });

  test('has zip64 records if its own end lies above 4 GiB', () => {
    const start = 2 ** 32 - 20;
    const bytes = directory([entry], start);
    const end64At = 46 + entry.name.length;
    const view = viewOf(bytes);
    expect(view.getUint32(end64At, true)).toBe(0x0606_4b50);
    expect(view.getBigUint64(end64At + 48, true)).toBe(BigInt(start));
    expect(view.getBigUint64(end64At + 56 + 8, true)).toBe(BigInt(start + end64At));
  });
});

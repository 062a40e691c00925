import { beforeAll, describe, expect, test } from 'vitest';
import { partsOf, zipOf } from '../tests/archive.ts';
import { everythingOf, fateOf as fate, orNamed, type Sealed, sealSample } from '../tests/kit.ts';
import { type Bytes, concat, utf8 } from './bytes.ts';
import { bytesSource, inspect } from './index.ts';
import { MANIFEST_NAME, PAYLOAD_NAME, SEGMENT_BYTES, SEGMENT_OVERHEAD_BYTES } from './manifest.ts';

const FULL = SEGMENT_BYTES + SEGMENT_OVERHEAD_BYTES;
let good: Sealed & { readonly plain: Bytes };
let other: Sealed;

beforeAll(async () => {
  good = await sealSample(3 * SEGMENT_BYTES + 1000);
  other = await sealSample(1000);
});

const fateOf = (file: Bytes): Promise<string> => fate(file, good);

describe('a changed archive', () => {
  const entries = async () => {
    const { payload, manifest } = await partsOf(good.file);
    return [
      { name: PAYLOAD_NAME, data: payload },
      { name: MANIFEST_NAME, data: utf8(JSON.stringify(manifest)) },
    ] as const;
  };

  test('the order of entries and additional entries change nothing', async () => {
    const [payload, manifest] = await entries();
    expect(await fateOf(zipOf([manifest, payload]))).toBe('unaltered');
    expect(await fateOf(zipOf([payload, { name: 'readme', data: utf8('hello') }, manifest]))).toBe(
      'unaltered',
    );
  });

  test('duplicate or missing entries are rejected', async () => {
    const [payload, manifest] = await entries();
    expect(await fateOf(zipOf([payload, manifest, manifest]))).toBe('tdf.archive_invalid');
    expect(await fateOf(zipOf([payload, payload, manifest]))).toBe('tdf.archive_invalid');
    expect(await fateOf(zipOf([payload]))).toBe('tdf.archive_invalid');
    expect(await fateOf(zipOf([manifest]))).toBe('tdf.archive_invalid');
  });

  test('bytes before or after the archive are rejected', async () => {
    for (const junk of [new Uint8Array(1), utf8('#!/bin/sh\n'), new Uint8Array(70_000)]) {
      expect(await fateOf(concat([junk, good.file]))).toBe('tdf.archive_invalid');
      expect(await fateOf(concat([good.file, junk]))).toBe('tdf.truncated');
    }
    expect(await fateOf(concat([other.file, good.file]))).toBe('tdf.archive_invalid');
  });

  test('a truncation at any point is rejected', async () => {
    const size = good.file.length;
    const cuts = [
      1,
      22,
      23,
      68,
      69,
      130,
      131,
      200,
      5000,
      size - FULL,
      size - 200,
      size - 45,
      size - 39,
      size - 38,
    ];
    for (const cut of cuts) {
      const file = good.file.slice(0, size - cut);
      expect(await fateOf(file)).toBe(file.length < 39 ? 'tdf.not_an_archive' : 'tdf.truncated');
    }
    for (const length of [0, 1, 4, 30, 38]) {
      expect(await fateOf(good.file.slice(0, length))).toBe('tdf.not_an_archive');
      expect(await inspect(bytesSource(good.file.slice(0, length)))).toMatchObject({
        encrypted: false,
        size: length,
      });
    }
  });
});

test.each([
  ['nothing', 0],
  ['less', 20],
])('a source that returns %s of its bytes never makes a protected file look plain', async (_name, length) => {
  const { file } = other;
  const short = { size: file.length, read: async () => file.slice(0, length) };
  await expect(inspect(short)).rejects.toMatchObject({ code: 'source.unreadable' });
});

test('a change of any single byte is rejected by a named error or changes nothing visible', async () => {
  const small = await sealSample(40);
  const before = JSON.stringify(await everythingOf(small));
  const altered: string[] = [];
  let survived = 0;
  for (let at = 0; at < small.file.length; at += 1) {
    for (const mask of [1, 0x20, 0x80]) {
      const file = small.file.slice();
      file[at] = (file[at] ?? 0) ^ mask;
      const now = await orNamed(everythingOf({ file, keys: small.keys }));
      if (now) survived += 1;
      if (now && JSON.stringify(now) !== before) altered.push(`byte ${at} by ${mask}`);
      // Unverified claims are shown before opening, but a protected file must not look like a plain one.
      const claim = await orNamed(inspect(bytesSource(file)));
      if (claim && !claim.encrypted) altered.push(`byte ${at} by ${mask} to plain`);
    }
  }
  expect(altered).toEqual([]);
  expect(survived).toBeGreaterThan(0);
}, 60_000);

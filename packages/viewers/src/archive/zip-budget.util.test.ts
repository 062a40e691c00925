import { expect, it } from 'vitest';
import { zipOf } from '../../testing/sample-zip.ts';
import { findZipDirectory } from '../format/zip-names.rules.ts';
import { assertPackageSize } from './zip-budget.util.ts';

const mebi = 1024 * 1024;
const budget = { maxBytes: mebi };
const tooLarge = { code: 'tooLarge' };

/** The same zip with `size` as the stated size of its first file. */
function withDeclaredSize(zip: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const place = findZipDirectory(zip, zip.length);
  new DataView(zip.buffer).setUint32((place?.offset ?? 0) + 24, size, true);
  return zip;
}

it('accepts packages within the memory budget, and files that are not packages', async () => {
  const zip = await zipOf({ 'a.xml': new Uint8Array(mebi / 2), 'b.xml': 'b' });
  const all = [zip, zip.subarray(0, -30), new TextEncoder().encode('no zip'), new Uint8Array()];
  const checks = all.map((bytes) => assertPackageSize(bytes, budget));
  await expect(Promise.all(checks)).resolves.toHaveLength(all.length);
});

it('rejects packages with a declared size beyond the budget', async () => {
  const half = new Uint8Array(mebi * 0.6);
  await expect(
    assertPackageSize(await zipOf({ 'a.xml': half, 'b.xml': half }), budget),
  ).rejects.toMatchObject(tooLarge);
});

it('rejects packages with a decompressed size beyond their declared size', async () => {
  const bomb = withDeclaredSize(await zipOf({ 'a.xml': new Uint8Array(2 * mebi) }), 100);
  await expect(assertPackageSize(bomb, budget)).rejects.toMatchObject(tooLarge);
});

it('rejects packages with a compression ratio beyond that of any document', async () => {
  const bomb = withDeclaredSize(await zipOf({ 'a.xml': new Uint8Array(65 * mebi) }), 100);
  await expect(assertPackageSize(bomb)).rejects.toMatchObject(tooLarge);
});

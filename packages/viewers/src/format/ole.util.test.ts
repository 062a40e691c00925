import { assert, asyncProperty, nat, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { sampleOle } from '../../testing/sample-ole.ts';
import { openOle } from './ole.util.ts';

const opened = (file: Uint8Array) =>
  openOle(async (offset, length) => file.subarray(offset, offset + length));
const namesIn = async (file: Uint8Array) => (await opened(file)).rootNames;

const many = Array.from({ length: 20 }, (_, index) => `Stream ${index}`);

it('lists the entries of the root and no nested entries', async () => {
  const names = ['WordDocument', ...many];
  const found = await namesIn(sampleOle({ names, below: ['Workbook'] }));
  expect(found.toSorted()).toEqual(names.toSorted());
});

it('terminates on a cyclic directory', async () => {
  const found = await namesIn(sampleOle({ names: many, nextSector: 5 }));
  expect(found.toSorted()).toEqual(many.toSorted());
});

it('survives any damaged file', async () => {
  const whole = sampleOle({ names: many });
  await assert(
    asyncProperty(nat(whole.length), uint8Array({ maxLength: 200 }), async (at, junk) => {
      const file = Uint8Array.from([...whole.subarray(0, at), ...junk, ...whole.subarray(at + junk.length)]);
      const { rootNames, readStream } = await opened(file);
      expect(rootNames.length).toBeLessThanOrEqual(5000);
      expect((await readStream(rootNames[0] ?? ''))?.length ?? 0).toBeLessThanOrEqual(file.length);
      expect(await namesIn(file.subarray(0, at))).toBeDefined();
    }),
  );
});

import { assert, asyncProperty, nat, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { oleOf } from '../../testing/sample-encrypted.ts';
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

it('locates the bytes of a stream in sectors and in mini sectors', async () => {
  const streams = { Small: new Uint8Array(700).fill(1), Large: new Uint8Array(9000).fill(2) };
  const file = oleOf({ Other: new Uint8Array(100).fill(3), ...streams });
  const { locateStream } = await opened(file);
  const read = async (name: string, maxBytes: number) => {
    const ranges = await locateStream(name, maxBytes);
    return ranges.flatMap(({ offset, length }) => Array.from(file.subarray(offset, offset + length)));
  };
  expect(await read('small', file.length)).toEqual(Array.from(streams.Small));
  expect(await read('Large', file.length)).toEqual(Array.from(streams.Large));
  expect(await read('Large', 600)).toEqual(Array.from(streams.Large.subarray(0, 600)));
  expect(await read('Missing', 600)).toEqual([]);
});

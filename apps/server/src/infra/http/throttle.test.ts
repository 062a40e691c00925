import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createThrottle, limitConcurrency } from './throttle.middleware.ts';

const tooMany = expect.objectContaining({ code: 'app.too_many_requests' });

test('limits the calls per minute of each caller separately', () => {
  let time = 0;
  const pace = createThrottle(2, () => time);
  pace('one');
  pace('one');
  pace('other');
  expect(() => pace('one')).toThrow(tooMany);
  time = 59_999;
  expect(() => pace('one')).toThrow(tooMany);
  time = 60_000;
  pace('one');
});

test('applies no limit if none is set', () => {
  const pace = createThrottle(0);
  expect(() => {
    for (let index = 0; index < 10_000; index += 1) pace('one');
  }).not.toThrow();
});

test('releases the slot of a failed call', async () => {
  const underWay = limitConcurrency(1);
  const run = (who: string, work: () => Promise<string>) => underWay.run(who, work);
  const held = Promise.withResolvers<string>();
  const first = run('one', () => held.promise);
  await expect(run('one', async () => 'second')).rejects.toThrow(tooMany);
  expect(await run('other', async () => 'other')).toBe('other');
  held.reject(new Error('broken off'));
  await expect(first).rejects.toThrow('broken off');
  expect(await run('one', async () => 'third')).toBe('third');
});

test('holds the slot of a stream until it is closed, however slowly it is read', async () => {
  const underWay = limitConcurrency(2);
  const open = (who: string) => underWay.open(who, async () => Readable.from(['first', 'second']));
  const [one, two] = [await open('one'), await open('one')];
  await expect(open('one')).rejects.toThrow(tooMany);
  (await open('other')).destroy();
  expect(await one.toArray()).toEqual(['first', 'second']);
  const three = await open('one');
  await expect(open('one')).rejects.toThrow(tooMany);
  two.destroy();
  await expect.poll(() => open('one').then((stream) => stream.destroyed)).toBe(false);
  three.destroy();
  const failing = underWay.open('failing', () => Promise.reject(new Error('no such object')));
  await expect(failing).rejects.toThrow('no such object');
  expect(await underWay.run('failing', async () => 'free')).toBe('free');
});

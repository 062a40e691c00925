import { expect, it } from 'vitest';
import { createWebFiles } from './files.adapter.ts';

const send = (type: string) => window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

it('terminates the worker of a hidden page, and writes through a new worker afterwards', async () => {
  const files = createWebFiles();
  const path = `suspension-${Math.random()}`;
  await files.write(path, new Uint8Array([1]));
  const underWay = files.appendChunk(path, new Uint8Array(32 * 1024 * 1024));
  underWay.catch(() => undefined);
  // The request has reached the worker's queue.
  await Promise.resolve();
  send('pagehide');
  const afterwards = files.write(path, new Uint8Array([2, 3]));
  await expect(underWay).rejects.toMatchObject({ code: 'storage.interrupted' });
  // The suspended page has released the lock of the file.
  expect((await navigator.locks.query()).held?.filter(({ name }) => name === `file:${path}`)).toEqual([]);
  send('pageshow');
  await afterwards;
  expect(await files.readChunk(path, 0, 9)).toEqual(new Uint8Array([2, 3]));
  await files.remove(path);
});

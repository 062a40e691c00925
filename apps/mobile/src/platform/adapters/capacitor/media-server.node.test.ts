import { fromBase64 } from '@sealflow/tdf/base64';
import type { MediaRangeRequest, ServedMedia } from '@sealflow/viewers/media/media-server.types.ts';
import { expect, it, vi } from 'vitest';
import { emitToPage, installBridge } from '../../../../testing/capacitor/bridge.ts';

/** The scheme handler. It requests the bytes of a response in parts, like the Swift code. */
function handler() {
  const answered: { task: string; bytes: Uint8Array }[] = [];
  let opened = 0;
  const calls = installBridge(
    {
      MediaRanges: {
        open: async () => {
          opened += 1;
          return { id: `id${opened}`, url: `sealflow-media://localhost/id${opened}` };
        },
        answer: async ({ task, data }: { task: string; data: string }) => {
          answered.push({ task, bytes: fromBase64(data) });
        },
        fail: async () => undefined,
        close: async () => undefined,
        closeAll: async () => undefined,
      },
    },
    'ios',
  );
  const ask = (task: string, id: string, offset: number, length: number) =>
    emitToPage('MediaRanges', { event: 'read', data: { task, id, offset, length } });
  const cancel = (task: string) => emitToPage('MediaRanges', { event: 'cancel', data: { task } });
  const called = (method: string) =>
    calls.filter((call) => call.method === method).map(({ options }) => options);
  return { answered, ask, cancel, called };
}

const film = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 251);
const served = (read: ServedMedia['read']): ServedMedia => ({
  mimeType: 'video/mp4',
  size: film.length,
  read,
});
const readFilm = async ({ offset, length }: MediaRangeRequest) => film.slice(offset, offset + length);

const start = async () => {
  const native = handler();
  const { createCapacitorMediaServer } = await import('./media-server.adapter.ts');
  return { native, server: createCapacitorMediaServer() };
};

it('closes the media of an earlier page, then serves at the address that the device returns', async () => {
  const { native, server } = await start();
  const { url } = await server.serve(served(readFilm));
  expect(url).toBe('sealflow-media://localhost/id1');
  await server.serve(served(readFilm));
  expect(native.called('closeAll'), 'once for a page').toHaveLength(1);
  expect(native.called('open')[0]).toEqual({ mimeType: 'video/mp4', size: 5000 });
});

it('answers concurrent reads of several requests, each with its own bytes', async () => {
  const { native, server } = await start();
  await server.serve(served(readFilm));
  native.ask('a', 'id1', 0, 2);
  native.ask('b', 'id1', 4000, 1000);
  await expect.poll(() => native.answered.length).toBe(2);
  const of = (task: string) => native.answered.find((one) => one.task === task)?.bytes;
  expect(of('a')).toEqual(film.slice(0, 2));
  expect(of('b')).toEqual(film.slice(4000));
});

it('fails a read that cannot be answered, and a read of an unknown address', async () => {
  const { native, server } = await start();
  await server.serve(served(() => Promise.reject(new Error('tampered'))));
  native.ask('a', 'id1', 0, 10);
  native.ask('b', 'other', 0, 10);
  await expect.poll(() => native.called('fail')).toEqual([{ task: 'b' }, { task: 'a' }]);
  expect(native.answered).toEqual([]);
});

it('aborts a read that is no longer needed, without reporting a failure', async () => {
  const { native, server } = await start();
  const read = vi.fn<ServedMedia['read']>(
    ({ signal }) =>
      new Promise<Uint8Array>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  await server.serve(served(read));
  native.ask('a', 'id1', 0, 10);
  await expect.poll(() => read.mock.calls.length).toBe(1);
  native.cancel('a');
  expect(read.mock.calls[0]?.[0].signal.aborted).toBe(true);
  // A later read of the same task has a new signal.
  native.ask('a', 'id1', 10, 10);
  await expect.poll(() => read.mock.calls.length).toBe(2);
  expect(read.mock.calls[1]?.[0].signal.aborted).toBe(false);
  expect(native.called('fail')).toEqual([]);
});

it('serves nothing after it is closed', async () => {
  const { native, server } = await start();
  const signals: AbortSignal[] = [];
  const address = await server.serve(
    served(({ signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    }),
  );
  native.ask('a', 'id1', 0, 10);
  await expect.poll(() => signals.length).toBe(1);
  address.close();
  expect(signals[0]?.aborted).toBe(true);
  native.ask('b', 'id1', 0, 10);
  await expect.poll(() => native.called('fail')).toEqual([{ task: 'b' }]);
  expect(native.called('close')).toEqual([{ id: 'id1' }]);
});

import { toBase64 } from '@sealflow/tdf/base64';
import { expect, it, vi } from 'vitest';
import { emitToPage, installBridge, NativeError } from '../../../../testing/capacitor/bridge.ts';
import type { Arrived } from '../../ports/incoming-files.port.ts';

type StoredFile = { readonly id: string; readonly name: string; readonly bytes: Uint8Array };

/** The native inbox. It stores received files even if the page has no listener. */
function inbox() {
  let stored: StoredFile[] = [];
  let problems: string[] = [];
  const calls = installBridge({
    IncomingFiles: {
      pending: async () => {
        const reported = problems;
        problems = [];
        return {
          files: stored.map(({ id, name, bytes }) => ({ id, name, size: bytes.length })),
          problems: reported,
        };
      },
      read: async ({ id, offset, length }: { id: string; offset: number; length: number }) => {
        const file = stored.find((one) => one.id === id);
        if (!file) throw new NativeError('gone');
        return { data: toBase64(file.bytes.subarray(offset, offset + length)) };
      },
      release: async ({ id }: { id: string }) => {
        stored = stored.filter((one) => one.id !== id);
      },
    },
  });
  const receive = (files: readonly StoredFile[], newProblems: readonly string[] = []) => {
    stored.push(...files);
    problems.push(...newProblems);
    emitToPage('IncomingFiles', { event: 'arrived', data: {} });
  };
  return { calls, receive, stored: () => stored.map(({ id }) => id) };
}

const open = async () => (await import('./incoming-files.adapter.ts')).createCapacitorIncomingFiles();
const file = (id: string, name: string, size = 3): StoredFile => ({
  id,
  name,
  bytes: Uint8Array.from({ length: size }, (_, index) => (index * 7) % 251),
});

it('delivers files that arrived before the page was ready and later files, each once', async () => {
  const native = inbox();
  native.receive([file('one', '合同.pdf')], ['too_large']);
  const port = await open();
  const got: Arrived[] = [];
  port.subscribe((arrived) => got.push(arrived));
  await vi.waitFor(() => expect(got).toHaveLength(1));
  expect(got[0]).toMatchObject({ files: [{ name: '合同.pdf', size: 3 }], problems: ['too_large'] });
  native.receive([file('two', 'b.txt'), file('three', 'c.txt')]);
  await vi.waitFor(() => expect(got).toHaveLength(2));
  expect(got[1]?.files.map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
});

it('reads in chunks, sanitises the name again, and releases only the given files', async () => {
  const native = inbox();
  const given = file('one', '../a\u202Eb.pdf', 2_500_000);
  native.receive([given, file('two', 'b.txt')]);
  const port = await open();
  const [first] = await new Promise<Arrived['files']>((resolve) =>
    port.subscribe(({ files }) => resolve(files)),
  );
  expect(first?.name).toBe('ab.pdf');
  expect(await first?.read(0, given.bytes.length + 10)).toEqual(given.bytes);
  expect(await first?.read(2_400_000, 10)).toEqual(given.bytes.subarray(2_400_000, 2_400_010));
  const lengths = native.calls.filter(({ method }) => method === 'read').map(({ options }) => options);
  expect(lengths).toContainEqual({ id: 'one', offset: 0, length: 1024 * 1024 });
  await first?.release();
  expect(native.stored()).toEqual(['two']);
  await expect(first?.read(0, 1)).rejects.toMatchObject({ code: 'storage.not_found' });
});

it('delivers files that an earlier listener left to the next listener', async () => {
  const native = inbox();
  const port = await open();
  native.receive([file('one', 'a.txt')], ['too_many']);
  const leave = await new Promise<() => void>((resolve) => {
    const end = port.subscribe(() => resolve(() => end()));
  });
  leave();
  const next = new Promise<Arrived>((resolve) => port.subscribe(resolve));
  const { files, problems } = await next;
  expect(files.map(({ name }) => name)).toEqual(['a.txt']);
  expect(problems, 'which is reported once').toEqual([]);
  await files[0]?.release();
  const later: Arrived[] = [];
  port.subscribe((arrived) => later.push(arrived));
  expect(later).toEqual([]);
});

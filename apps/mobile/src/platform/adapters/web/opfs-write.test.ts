import { describe, expect, it } from 'vitest';
import { type AccessHandle, type WritableFile, writeFile } from './opfs-write.util.ts';

const bytes = (...values: number[]) => new Uint8Array(values);

type FakeOptions = {
  /** Whether the methods of the access handle return values or promises. */
  readonly answers?: 'values' | 'promises';
  /** The number of bytes that one write accepts. */
  readonly room?: number;
};

/** A sync access handle of an old or a current browser. */
function fakeFile({ answers = 'values', room = Number.POSITIVE_INFINITY }: FakeOptions = {}) {
  let content: number[] = [];
  const log: string[] = [];
  const answer = <T>(value: T): T | Promise<T> => (answers === 'values' ? value : Promise.resolve(value));
  // With promises, the effect of a call comes only after an await.
  const act = <T>(name: string, work: () => T): T | Promise<T> => {
    const run = () => {
      log.push(name);
      return work();
    };
    return answers === 'values' ? run() : Promise.resolve().then(() => Promise.resolve().then(run));
  };
  const access: AccessHandle = {
    write: (given, { at }) =>
      act('write', () => {
        const part = [...given].slice(0, room);
        content = [...content.slice(0, at), ...part];
        return part.length;
      }),
    truncate: (size) => act('truncate', () => void (content = content.slice(0, size))),
    getSize: () => answer(content.length),
    flush: () => act('flush', () => undefined),
    close: () => act('close', () => undefined),
  };
  const getFile = async () => new File([new Uint8Array(content)], 'f');
  const createWritable = async (options?: FileSystemCreateWritableOptions) => {
    const draft = options?.keepExistingData === true ? [...content] : [];
    let at = 0;
    return {
      seek: async (place: number) => void (at = place),
      write: async (given: Uint8Array) => void draft.splice(at, 0, ...given),
      close: async () => {
        log.push('stream closed');
        content = draft;
      },
    } as unknown as FileSystemWritableFileStream;
  };
  return { access, getFile, createWritable, log, content: () => content };
}

async function writeAll(file: WritableFile): Promise<void> {
  await writeFile(file, { kind: 'write', bytes: bytes(9, 9, 9, 9) });
  await writeFile(file, { kind: 'write', bytes: bytes(1, 2) });
  await writeFile(file, { kind: 'append', bytes: bytes(3) });
}

const notSupported = () => Promise.reject(new DOMException('', 'NotSupportedError'));

describe('a file of the origin private file system', () => {
  it.each(['values', 'promises'] as const)(
    'is written by an access handle whose methods return %s',
    async (answers) => {
      const { access, getFile, content, log } = fakeFile({ answers });
      await writeAll({ getFile, createSyncAccessHandle: async () => access });
      expect(content()).toEqual([1, 2, 3]);
      expect(log.slice(-3), 'closed when all of it is stored').toEqual(['write', 'flush', 'close']);
    },
  );

  it.each([
    ['has no access handle', {}],
    ['does not implement it', { createSyncAccessHandle: notSupported }],
  ])('is written by a stream when the browser %s', async (_, handle) => {
    const { getFile, createWritable, content, log } = fakeFile();
    await writeAll({ getFile, createWritable, ...handle });
    expect(content()).toEqual([1, 2, 3]);
    expect(log.at(-1)).toBe('stream closed');
  });

  it('cannot be written when the browser supports neither', async () => {
    const { getFile } = fakeFile();
    await expect(writeAll({ getFile, createSyncAccessHandle: notSupported })).rejects.toMatchObject({
      code: 'storage.unavailable',
    });
  });

  it('is not written by a stream while another page holds its access handle', async () => {
    const { getFile, createWritable, content } = fakeFile();
    const createSyncAccessHandle = () => Promise.reject(new DOMException('', 'NoModificationAllowedError'));
    await expect(writeAll({ getFile, createWritable, createSyncAccessHandle })).rejects.toMatchObject({
      name: 'NoModificationAllowedError',
    });
    expect(content()).toEqual([]);
  });

  it('is unchanged and closed after an append that exceeds the quota', async () => {
    const { access, getFile, content, log } = fakeFile({ room: 2 });
    const file = { getFile, createSyncAccessHandle: async () => access };
    await writeFile(file, { kind: 'write', bytes: bytes(1, 2) });
    await expect(writeFile(file, { kind: 'append', bytes: bytes(3, 4, 5) })).rejects.toMatchObject({
      code: 'storage.full',
    });
    expect(content()).toEqual([1, 2]);
    expect(log.at(-1)).toBe('close');
  });
});

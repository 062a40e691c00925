import { expect, it } from 'vitest';
import { sampleArchive } from '../../testing/sample-archives.ts';
import { type UnpackReply, unpacker } from './unpack.util.ts';

const password = '秘密abc';
const text = 'one line of text\n';

const filesOf = (reply: UnpackReply) =>
  'items' in reply ? reply.items.filter(({ isFolder }) => !isFolder) : [];
const textOf = (reply: UnpackReply) => ('bytes' in reply ? new TextDecoder().decode(reply.bytes) : reply);

/** Opens a sample, and a function that reads a file by the end of its path. */
async function open(name: Parameters<typeof sampleArchive>[0], kind: string, given: string | null = null) {
  const unpack = unpacker();
  const list = await unpack({ open: sampleArchive(name), kind, password: given });
  const read = async (path: string, secret: string | null = given) => {
    const items = 'items' in list ? list.items : [];
    const index = items.findIndex((item) => item.path.endsWith(path));
    return textOf(await unpack({ index, isEncrypted: items[index]?.isEncrypted ?? false, password: secret }));
  };
  return { list, read };
}

it.each([
  ['plain7z', '7z'],
  ['tarGz', 'gz'],
  ['tarBz2', 'bz2'],
  ['tarXz', 'xz'],
] as const)('lists and unpacks %s', async (name, kind) => {
  const { list, read } = await open(name, kind);
  expect(filesOf(list).map(({ path }) => path)).toEqual(expect.arrayContaining(['a.txt', '合同/正文.txt']));
  await expect(read('a.txt')).resolves.toBe(text);
  await expect(read('正文.txt')).resolves.toBe('合同正文\n');
});

it('shows a link as an entry without content', async () => {
  const { list } = await open('tarBz2', 'bz2');
  expect(filesOf(list).find(({ name }) => name === 'link')?.obstacle).toBe('notAFile');
});

it('unpacks a single packed file', async () => {
  const { list, read } = await open('gz', 'gz');
  expect(filesOf(list)).toMatchObject([{ name: 'a.txt', size: text.length }]);
  await expect(read('a.txt')).resolves.toBe(text);
});

it('unpacks a single packed file that resembles an archive without entries', async () => {
  const header = 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 2\r\n\r\nok\r\n\r\n';
  const packed = new Blob([header]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const unpack = unpacker();
  const list = await unpack({ open: bytes, kind: 'gz', password: null });
  expect(filesOf(list)).toHaveLength(1);
  expect(textOf(await unpack({ index: 0, isEncrypted: false, password: null }))).toBe(header);
});

it('refuses a gzip bomb', async () => {
  const packed = new Blob([new Uint8Array(40 * 1024 * 1024)])
    .stream()
    .pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const unpack = unpacker();
  await unpack({ open: bytes, kind: 'gz', password: null });
  await expect(unpack({ index: 0, isEncrypted: false, password: null })).resolves.toEqual({
    refusal: 'tooLarge',
  });
});

it('decrypts the files of a 7z archive', async () => {
  const { list, read } = await open('aes7z', '7z');
  expect(filesOf(list)).toMatchObject([{ isEncrypted: true }, { isEncrypted: true }]);
  await expect(read('a.txt')).resolves.toEqual({ refusal: 'password' });
  await expect(read('a.txt', 'wrong')).resolves.toEqual({ refusal: 'password' });
  await expect(read('a.txt', password)).resolves.toBe(text);
  await expect(read('正文.txt', password)).resolves.toBe('合同正文\n');
});

it('decrypts a list of files', async () => {
  expect((await open('hidden7z', '7z')).list).toEqual({ refusal: 'password' });
  expect((await open('hidden7z', '7z', 'wrong')).list).toEqual({ refusal: 'password' });
  const { list, read } = await open('hidden7z', '7z', password);
  expect(filesOf(list).map(({ path }) => path)).toEqual(['a.txt', '合同/正文.txt']);
  await expect(read('正文.txt')).resolves.toBe('合同正文\n');
});

it('answers damaged and truncated archives with content, a refusal or an error, and never with other content', async () => {
  for (const [name, kind] of [
    ['aes7z', '7z'],
    ['hidden7z', '7z'],
    ['tarXz', 'xz'],
  ] as const) {
    const whole = sampleArchive(name);
    for (let step = 0; step < 15; step += 1) {
      const changed = Uint8Array.from(whole);
      const at = (step * 7919) % whole.length;
      changed[at] = (changed[at] ?? 0) ^ (1 << (step % 8));
      const bytes = step % 3 === 0 ? changed.slice(0, at) : changed;
      const unpack = unpacker();
      const outcome = await unpack({ open: bytes, kind, password })
        .then(async (list) => {
          const [file] = filesOf(list);
          const index = 'items' in list && file ? list.items.indexOf(file) : -1;
          return file ? textOf(await unpack({ index, isEncrypted: file.isEncrypted, password })) : 'no file';
        })
        .catch((error: unknown) => error);
      const isKnown =
        outcome === text || outcome === 'no file' || outcome === '' || typeof outcome === 'object';
      expect(isKnown, `${name} ${step}: ${String(outcome)}`).toBe(true);
    }
  }
}, 60_000);

import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { sampleArchive } from '../../testing/sample-archives.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { show } from './archive-frame.viewer.ts';

const names = (root: HTMLElement) =>
  Array.from(root.querySelectorAll('.row .name'), ({ textContent }) => textContent);
const press = (root: HTMLElement, name: string) =>
  Array.from(root.querySelectorAll<HTMLElement>('.row'))
    .find((row) => row.querySelector('.name')?.textContent === name)
    ?.click();

/** Replaces the first UTF-8 name by bytes of the Chinese code page. */
function asOldName(zip: Uint8Array, name: string, old: readonly number[]): Uint8Array {
  const wanted = new TextEncoder().encode(name);
  const bytes = Uint8Array.from(zip);
  for (let at = 0; at + wanted.length <= bytes.length; at += 1) {
    if (!wanted.every((byte, index) => bytes[at + index] === byte)) continue;
    bytes.set(old, at);
    const local = at - 30;
    const central = at - 46;
    for (const flags of [local + 6, central + 8]) {
      const head = bytes.subarray(flags - (flags === local + 6 ? 6 : 8));
      if (head[0] === 0x50 && head[1] === 0x4b) bytes[flags + 1] = (bytes[flags + 1] ?? 0) & ~8;
    }
  }
  return bytes;
}

it('lists folders before files, navigates folders and opens a file', async () => {
  const zip = await zipOf({ '合同/附件/1.txt': 'one', '合同/2.txt': '第二', '10.txt': 'x', '9.txt': 'y' });
  const { root, parts } = await showHere(show, frameSource(zip), { kind: 'zip' });
  expect(names(root)).toEqual(['合同', '9.txt', '10.txt']);
  press(root, '合同');
  expect(names(root)).toEqual(['附件', '2.txt']);
  press(root, '2.txt');
  await expect.poll(() => parts.length).toBe(1);
  const content = parts[0]!.content;
  expect(parts[0]!.name).toBe('2.txt');
  expect(new TextDecoder().decode(await content.read(0, content.size))).toBe('第二');
  root.querySelector<HTMLElement>('nav button')?.click();
  expect(names(root)).toEqual(['合同', '9.txt', '10.txt']);
});

it('decodes names in the Chinese code page', async () => {
  const zip = asOldName(
    await zipOf({ '中文.x': 'a' }),
    '中文.x',
    [0xd6, 0xd0, 0xce, 0xc4, 0x2e, 0x74, 0x78, 0x74],
  );
  const { root } = await showHere(show, frameSource(zip), { kind: 'zip' });
  expect(names(root)).toEqual(['中文.txt']);
});

it('lists a large archive from its directory only, and renders only the visible rows', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}.txt`, '']));
  const large = { 'large.bin': new Uint8Array(300_000) };
  const zip = await zipOf({ ...large, ...files, 'z/deep.txt': 'x' }, { level: 0 });
  const source = frameSource(zip);
  const { root, view } = await showHere(show, source, { kind: 'zip' });
  expect(root.querySelectorAll('.row').length).toBeLessThan(80);
  expect(source.reads.every(([offset]) => offset > 200_000)).toBe(true);
  const end = new AbortController();
  const found: number[] = [];
  await view.search?.find({ words: 'DEEP', onFound: ({ count }) => found.push(count), signal: end.signal });
  expect(found.at(-1)).toBe(1);
  expect(root.querySelector('.row.marked .name')?.textContent).toBe('deep.txt');
});

it('rejects decompression bombs, by the directory or by the decompressed size', async () => {
  const zip = await zipOf({ 'bomb.bin': new Uint8Array(40 * 1024 * 1024) });
  const { root, parts } = await showHere(show, frameSource(zip), { kind: 'zip' });
  press(root, 'bomb.bin');
  await expect.poll(() => root.querySelector('.summary')?.textContent).toContain('压缩比异常');
  // The directory states a smaller size than the actual one.
  const understated = Uint8Array.from(zip);
  const view = new DataView(understated.buffer);
  for (let at = 0; at + 4 < understated.length; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true);
  }
  const second = await showHere(show, frameSource(understated), { kind: 'zip' });
  press(second.root, 'bomb.bin');
  await expect.poll(() => second.root.querySelector('.summary')?.textContent).toContain('bomb.bin');
  expect(parts.length + second.parts.length).toBe(0);
});

/** The answers to prompts for a password, in their order; the user cancels the prompts after them. */
function answers(...passwords: string[]) {
  const attempts: number[] = [];
  const requestPassword = async (failedAttempts: number) => {
    attempts.push(failedAttempts);
    return passwords[attempts.length - 1] ?? null;
  };
  return { attempts, requestPassword };
}

it.each([
  ['aesZip', 'zip', 'secret'],
  ['cryptoZip', 'zip', 'secret'],
  ['aes7z', '7z', '秘密abc'],
] as const)(
  'opens a file of %s with its password, and asks again after a wrong one',
  async (name, kind, password) => {
    const { attempts, requestPassword } = answers('wrong', password);
    const source = frameSource(sampleArchive(name));
    const { root, parts } = await showHere(show, source, { kind, requestPassword });
    expect(names(root)).toEqual(['合同', 'a.txt']);
    press(root, 'a.txt');
    await expect.poll(() => parts.length, { timeout: 10_000 }).toBe(1);
    expect(attempts).toEqual([0, 1]);
    const content = parts[0]!.content;
    expect(new TextDecoder().decode(await content.read(0, content.size))).toBe('one line of text\n');
    // The password is remembered for the other files.
    press(root, '合同');
    press(root, '正文.txt');
    await expect.poll(() => parts.length, { timeout: 10_000 }).toBe(2);
    expect(attempts).toEqual([0, 1]);
  },
);

it('says why an encrypted file is not shown after a cancelled prompt, and after three wrong passwords', async () => {
  const source = frameSource(sampleArchive('aesZip'));
  const { root, parts } = await showHere(show, source, { kind: 'zip', ...answers() });
  press(root, 'a.txt');
  await expect.poll(() => root.querySelector('.summary')?.textContent).toContain('没有密码');
  const second = await showHere(show, source, { kind: 'zip', ...answers('1', '2', '3', 'secret') });
  press(second.root, 'a.txt');
  await expect.poll(() => second.root.querySelector('.summary')?.textContent).toContain('密码不正确');
  expect(parts.length + second.parts.length).toBe(0);
});

it('refuses an encrypted file whose content was changed', async () => {
  const zip = sampleArchive('aesZip');
  // The first file: 16 bytes of salt and two of verification precede its encrypted content.
  const view = new DataView(zip.buffer);
  const start = 30 + view.getUint16(26, true) + view.getUint16(28, true) + 18;
  zip[start] = (zip[start] ?? 0) ^ 1;
  const { root, parts } = await showHere(show, frameSource(zip), { kind: 'zip', ...answers('secret') });
  press(root, 'a.txt');
  await expect.poll(() => root.querySelector('.summary')?.textContent).toContain('解压失败');
  expect(parts).toEqual([]);
});

it('opens a list of files that is encrypted, and reports a missing password', async () => {
  const source = frameSource(sampleArchive('hidden7z'));
  const given = answers('wrong', '秘密abc');
  const { root, parts } = await showHere(show, source, {
    kind: '7z',
    requestPassword: given.requestPassword,
  });
  expect(given.attempts).toEqual([0, 1]);
  press(root, 'a.txt');
  await expect.poll(() => parts.length, { timeout: 10_000 }).toBe(1);
  await expect(showHere(show, source, { kind: '7z', ...answers() })).rejects.toMatchObject({
    code: 'password',
  });
});

it('lists and opens an archive in a worker', async () => {
  const source = frameSource(sampleArchive('tarGz'));
  const { root, parts, view } = await showHere(show, source, { kind: 'gz' });
  expect(names(root)).toEqual(['合同', 'a.txt']);
  press(root, 'a.txt');
  await expect.poll(() => parts.length, { timeout: 10_000 }).toBe(1);
  const end = new AbortController();
  const found: number[] = [];
  await view.search?.find({ words: '正文', onFound: ({ count }) => found.push(count), signal: end.signal });
  expect(found.at(-1)).toBe(1);
});

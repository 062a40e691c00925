import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
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

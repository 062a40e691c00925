import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { sampleEpub } from '../../testing/sample-epub.ts';
import type { SearchProgress } from '../viewer/viewer.types.ts';
import { show } from './epub-frame.viewer.ts';

it('shows the chapters of a book with their pictures, and nothing that runs or loads', async () => {
  const { root, view, pages } = await showHere(show, frameSource(await sampleEpub()));
  expect(pages.at(-1)).toEqual([1, 3]);
  expect(root.querySelector('img')?.src).toMatch(/^data:image\/png;base64,/);
  view.goTo?.(2);
  await expect.poll(() => root.textContent).toContain('采购合同');
  expect(root.querySelector('script, img, a, [href], [src]')).toBeNull();
  expect(root.textContent).toContain('[图片：https://evil.example/x.png]');
  Array.from(root.querySelectorAll('button')).at(-1)?.click();
  await expect.poll(() => root.textContent).toContain('合同，合同');
  expect(Math.floor(pages.at(-1)?.[0] ?? 0)).toBe(3);
});

it('has the contents of the book, which lead to its chapters', async () => {
  const { root, view } = await showHere(show, frameSource(await sampleEpub()));
  const outline = (await view.outline?.()) ?? [];
  expect(outline.map(({ title, page, items }) => [title, page, items.map((item) => item.title)])).toEqual([
    ['第一章 总则', 2, ['1.1 定义']],
    ['第二章', 3, []],
  ]);
  outline[1]?.goTo();
  await expect.poll(() => root.querySelector('h1')?.textContent).toBe('第二章');
});

it('searches all chapters, and marks the matches of the shown one', async () => {
  const { root, view } = await showHere(show, frameSource(await sampleEpub()));
  const found: SearchProgress[] = [];
  const end = new AbortController();
  await view.search?.find({ words: '合同', onFound: (now) => found.push(now), signal: end.signal });
  expect(found.at(-1)).toEqual({ count: 3, current: 1, searched: 1 });
  await expect.poll(() => root.querySelector('mark.current')?.parentElement?.textContent).toContain('采购');
  view.search?.step('previous');
  await expect.poll(() => root.querySelectorAll('mark').length).toBe(2);
  expect(root.querySelectorAll('mark')[1]?.className).toBe('current');
  expect(found.at(-1)?.current).toBe(3);
  end.abort();
  expect(root.querySelector('mark')).toBeNull();
});

it('shows the chapters that are whole, and refuses books that need the key of a shop', async () => {
  const damaged = await sampleEpub({ 'EPUB/text/cover.xhtml': '<html><body><p>未闭合 &nbsp;<br>文字' });
  expect((await showHere(show, frameSource(damaged))).root.textContent).toContain('未闭合');
  const encrypted = (algorithm: string) =>
    `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherReference URI="EPUB/text/1.xhtml"/></enc:EncryptedData></encryption>`;
  const opening = (algorithm: string) =>
    sampleEpub({ 'META-INF/encryption.xml': encrypted(algorithm) }).then((file) =>
      showHere(show, frameSource(file)),
    );
  await expect(opening('http://www.w3.org/2001/04/xmlenc#aes128-cbc')).rejects.toMatchObject({
    code: 'encryptionUnsupported',
  });
  expect((await opening('http://www.idpf.org/2008/embedding')).pages.at(-1)).toEqual([1, 3]);
});

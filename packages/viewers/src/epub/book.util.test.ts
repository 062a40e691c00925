import { bytesSource } from '@sealflow/tdf/reader';
import { expect, it } from 'vitest';
import { sampleEpub } from '../../testing/sample-epub.ts';
import { zipOf } from '../../testing/sample-zip.ts';
import { detectFormat } from '../format/detect-format.util.ts';
import { openBook, pathOf } from './book.util.ts';
import { tocOfNav, tocOfNcx } from './table-of-contents.rules.ts';

it('reads title, chapters and contents of a book', async () => {
  const file = await sampleEpub();
  expect(await detectFormat(bytesSource(file))).toMatchObject({ viewer: 'epub' });
  const book = await openBook(bytesSource(file));
  expect(book).toMatchObject({
    title: '合同指南',
    chapters: ['EPUB/text/cover.xhtml', 'EPUB/text/1.xhtml', 'EPUB/text/2.xhtml'],
    tocPath: 'EPUB/nav.xhtml',
  });
  expect(await book.readPicture('EPUB/pictures/none.png')).toBeNull();
});

it('recognises a book whose first entry is not its media type', async () => {
  const zip = await zipOf({ 'a.txt': 'a', 'META-INF/container.xml': '', 'OPS/book.opf': '' });
  expect(await detectFormat(bytesSource(zip))).toMatchObject({ viewer: 'epub' });
});

it.each([
  ['../pictures/a%20b.png', 'EPUB/pictures/a b.png'],
  ['2.xhtml#top', 'EPUB/text/2.xhtml'],
  ['#top', 'EPUB/text/1.xhtml'],
  ['../../../../etc/passwd', 'etc/passwd'],
  ['/EPUB/a.png', 'EPUB/a.png'],
  ['100%.png', 'EPUB/text/100%.png'],
  ['https://evil.example/a.png', null],
  ['//evil.example/a.png', null],
  ['data:image/png,', null],
])('the address %s leads to %s', (address, path) => {
  expect(pathOf(address, 'EPUB/text/1.xhtml')).toBe(path);
});

it('reads nested contents of both versions, and limits them', () => {
  const point = (title: string, inner = '') =>
    `<navPoint><navLabel><text>${title}</text></navLabel><content src="${title}.html"/>${inner}</navPoint>`;
  expect(tocOfNcx(`<ncx><navMap>${point('a', point('b &amp; c'))}${point('d')}</navMap></ncx>`)).toEqual([
    {
      title: 'a',
      address: 'a.html',
      items: [{ title: 'b & c', address: 'b &amp; c.html'.replace('&amp;', '&'), items: [] }],
    },
    { title: 'd', address: 'd.html', items: [] },
  ]);
  const list = (inner: string) => `<ol><li><a href="x">x</a>${inner}</li></ol>`;
  const deep = Array.from({ length: 3000 }).reduce<string>((inner) => list(inner), '');
  expect(JSON.stringify(tocOfNav(`<nav epub:type="toc">${deep}</nav>`)).match(/"x","address"/g)).toHaveLength(
    3000,
  );
  expect(tocOfNav('<nav epub:type="landmarks"><ol><li><a href="x">x</a></li></ol></nav>')).toEqual([]);
  expect(tocOfNcx('<navMap><navPoint><text>'.repeat(100))).toEqual([]);
});

it('ends quickly for markup that never closes', async () => {
  const hostile = ['<!--'.repeat(200_000), '<item '.repeat(200_000), `<a ${'b="'.repeat(200_000)}`];
  for (const text of hostile) {
    const since = performance.now();
    await openBook(bytesSource(await sampleEpub({ 'EPUB/nav.xhtml': text, 'EPUB/text/1.xhtml': text })));
    expect(performance.now() - since).toBeLessThan(5000);
  }
});

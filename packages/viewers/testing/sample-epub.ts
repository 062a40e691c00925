import { zipOf } from './sample-zip.ts';

const xhtml = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>${body}</body></html>`;
// One red pixel.
const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const nav = xhtml(
  '<nav epub:type="toc"><ol><li><a href="text/1.xhtml">第一章 总则</a><ol><li><a href="text/1.xhtml#b">1.1 <b>定义</b></a></li></ol></li><li><a href="text/2.xhtml">第二章</a></li></ol></nav>',
);

/** A book with a cover and two chapters. Its files can be replaced. */
export async function sampleEpub(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const chapters = ['cover', '1', '2'];
  const items = chapters.map((name) => `<item id="c${name}" href="text/${name}.xhtml"/>`).join('');
  const refs = chapters.map((name) => `<itemref idref="c${name}"/>`).join('');
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'EPUB/book.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata><dc:title>合同指南</dc:title></metadata><manifest><item id="nav" properties="nav" href="nav.xhtml"/>${items}</manifest><spine>${refs}</spine></package>`,
    'EPUB/nav.xhtml': nav,
    'EPUB/pictures/a b.png': dot,
    'EPUB/text/cover.xhtml': xhtml(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="../pictures/a%20b.png"/></svg>',
    ),
    'EPUB/text/1.xhtml': xhtml(
      '<h1>第一章 总则</h1><script>window.ran = true</script><p>采购合同<img src="https://evil.example/x.png"/></p><h2><a id="b"/>1.1 定义</h2>',
    ),
    'EPUB/text/2.xhtml': xhtml('<h1>第二章</h1><p>合同，合同</p>'),
    ...files,
  });
}

import { chineseFont, hex, pdfFile, streamObject } from './pdf-parts.ts';

export type RichPage = {
  readonly lines: readonly string[];
  readonly size?: readonly [width: number, height: number];
  /** Target page of a link over the first line. */
  readonly link?: number;
  /** Replaces the page by an object that is not a page. */
  readonly broken?: boolean;
};

type RichPdf = {
  readonly pages: readonly RichPage[];
  /** Outline entries with page and vertical position, in points from the bottom. */
  readonly chapters?: readonly (readonly [title: string, page: number, top: number])[];
};

/** A PDF with lines of text, links, chapters, and pages of any size. */
export function richPdf({ pages, chapters = [] }: RichPdf): Uint8Array<ArrayBuffer> {
  const pageNumber = (page: number) => 3 * page + 1;
  const outline = pageNumber(pages.length + 1);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${chapters.length > 0 ? `/Outlines ${outline} 0 R` : ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index + 1)} 0 R`).join(' ')}] >>`,
    chineseFont,
  ];
  for (const [index, { lines, size: [width, height] = [595, 842], link, broken }] of pages.entries()) {
    const number = pageNumber(index + 1);
    const text = lines.map((line, at) => `BT /F1 24 Tf 72 ${height - 100 - at * 36} Td <${hex(line)}> Tj ET`);
    objects.push(
      broken
        ? '<< /Type /Pages /Count 1 /Kids [42] >>'
        : `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> ` +
            `/Contents ${number + 1} 0 R ${link ? `/Annots [${number + 2} 0 R]` : ''} >>`,
      streamObject(text.join('\n')),
      link
        ? `<< /Type /Annot /Subtype /Link /Rect [72 ${height - 110} 400 ${height - 70}] /Border [0 0 0] /Dest [${pageNumber(link)} 0 R /XYZ null null null] >>`
        : 'null',
    );
  }
  if (chapters.length > 0) {
    const item = (index: number) => `${outline + 1 + index} 0 R`;
    objects.push(
      `<< /Type /Outlines /Count ${chapters.length} /First ${item(0)} /Last ${item(chapters.length - 1)} >>`,
    );
    for (const [index, [title, page, top]] of chapters.entries()) {
      objects.push(
        `<< /Title <feff${hex(title)}> /Parent ${outline} 0 R /Dest [${pageNumber(page)} 0 R /XYZ 0 ${top} null] ` +
          `${index > 0 ? `/Prev ${item(index - 1)}` : ''} ${index + 1 < chapters.length ? `/Next ${item(index + 1)}` : ''} >>`,
      );
    }
  }
  return pdfFile(objects);
}

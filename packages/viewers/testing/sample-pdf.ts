import { chineseFont, hex, pdfFile, streamObject } from './pdf-parts.ts';

/** A PDF with one line of Chinese text per page. */
export function samplePdf(options: {
  readonly pages: number;
  readonly filler?: number;
}): Uint8Array<ArrayBuffer> {
  const { pages, filler = 0 } = options;
  const kids = Array.from({ length: pages }, (_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    chineseFont,
  ];
  for (let page = 1; page <= pages; page += 1) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${3 + 2 * page} 0 R >>`,
      streamObject(`BT /F1 24 Tf 72 700 Td <${hex(`采购合同第${page}页`)}> Tj ET`),
    );
  }
  return pdfFile(objects, { filler });
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** UTF-16BE in hex, as a string of a font with the character map UniGB-UCS2-H. */
const hex = (text: string) =>
  Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join('');

/**
 * A PDF with one line of text a page, in Chinese by a font that is not embedded: showing and reading it takes the
 * character maps. `filler` bytes lie between the pages and the end, where nobody needs to read.
 */
export function samplePdf(options: {
  readonly pages: number;
  readonly filler?: number;
}): Uint8Array<ArrayBuffer> {
  const { pages, filler = 0 } = options;
  const objects: string[] = [];
  const kids = Array.from({ length: pages }, (_, index) => `${4 + 2 * index} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  objects.push(
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font ' +
      '/Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
      '/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0 /Ascent 880 /Descent -120 ' +
      '/CapHeight 700 /StemV 80 /FontBBox [-25 -254 1000 880] >> >>] >>',
  );
  for (let page = 1; page <= pages; page += 1) {
    const content = `BT /F1 24 Tf 72 700 Td <${hex(`采购合同第${page}页`)}> Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${3 + 2 * page} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  body += '%'.repeat(filler);
  body += '\n';
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return latin1(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

export const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** UTF-16BE in hex, the string encoding of a font with the character map UniGB-UCS2-H. */
export const hex = (text: string) =>
  Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('');

/** A Chinese font that is not embedded, so rendering and text extraction require the character maps. */
export const chineseFont =
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font ' +
  '/Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
  '/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0 /Ascent 880 /Descent -120 ' +
  '/CapHeight 700 /StemV 80 /FontBBox [-25 -254 1000 880] >> >>] >>';

export const streamObject = (content: string) =>
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

type FileOptions = {
  /** Padding between the objects and the end, which a reader need not read. */
  readonly filler?: number;
  /** Additional entries of the trailer. */
  readonly trailer?: string;
};

/** A PDF of objects. The first one has number 1 and is the catalogue. */
export function pdfFile(objects: readonly string[], { filler = 0, trailer = '' }: FileOptions = {}) {
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
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

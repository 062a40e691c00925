import { randomFillSync } from 'node:crypto';

const encoder = new TextEncoder();

/** UTF-16BE in hex, as a string of a font with the character map UniGB-UCS2-H. */
const hex = (text: string) =>
  Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(4, '0')).join('');

const lines = [
  '甲方应在合同生效后十个工作日内向乙方支付合同总价的百分之三十作为预付款。',
  '乙方应按照附件一所列的技术规格和数量交付设备，并保证其为全新且未经使用。',
  '设备运抵现场后，双方应共同开箱检验，并在检验记录上签字确认。',
  '质量保证期自最终验收合格之日起计算，为期二十四个月。',
  '因不可抗力不能履行合同的，应当及时通知对方，并在合理期限内提供证明。',
  '本合同一式四份，甲乙双方各执两份，具有同等法律效力。',
];

const font =
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font ' +
  '/Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
  '/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0 /Ascent 880 /Descent -120 ' +
  '/CapHeight 700 /StemV 80 /FontBBox [-25 -254 1000 880] >> >>] >>';

/** A page of a contract: a heading, 48 lines, a table, and a scanned appendix. */
function pageContent(page: number): string {
  const text = Array.from({ length: 30 }, (_, line) => {
    const words = `${page}.${line + 1} ${lines[(page + line) % lines.length] ?? ''}`;
    return `BT /F1 10.5 Tf 72 ${740 - line * 15} Td <${hex(words)}> Tj ET`;
  });
  const rules = Array.from({ length: 8 }, (_, row) => `72 ${280 - row * 8} m 523 ${280 - row * 8} l S`);
  return [
    `BT /F1 16 Tf 72 775 Td <${hex(`设备采购合同　第${page}页`)}> Tj ET`,
    ...text,
    ...rules,
    'q 220 0 0 180 72 30 cm /Im0 Do Q',
  ].join('\n');
}

const side = 264;
/** A page tree, as the standard recommends. */
const BRANCH = 8;

/**
 * A PDF of many pages, each with Chinese text and an incompressible picture of about 200 KB, as a scanner writes
 * them.
 */
export function* largePdf(pages: number): Generator<Uint8Array, void> {
  let at = 0;
  const offsets: number[] = [];
  const part = (bytes: Uint8Array) => {
    at += bytes.length;
    return bytes;
  };
  const text = (value: string) => part(encoder.encode(value));
  const begin = (body: string) => {
    offsets.push(at);
    return text(`${offsets.length} 0 obj\n${body}`);
  };
  yield text('%PDF-1.7\n');
  const branches = Math.ceil(pages / BRANCH);
  const firstPage = 4 + branches;
  const reference = (from: number, count: number, step: number) =>
    Array.from({ length: count }, (_, index) => `${from + step * index} 0 R`).join(' ');
  yield begin('<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  yield begin(`<< /Type /Pages /Count ${pages} /Kids [${reference(4, branches, 1)}] >>\nendobj\n`);
  yield begin(`${font}\nendobj\n`);
  for (let branch = 0; branch < branches; branch += 1) {
    const count = Math.min(BRANCH, pages - branch * BRANCH);
    const kids = reference(firstPage + 3 * branch * BRANCH, count, 3);
    yield begin(`<< /Type /Pages /Parent 2 0 R /Count ${count} /Kids [${kids}] >>\nendobj\n`);
  }
  const picture = new Uint8Array(side * side * 3);
  for (let page = 1; page <= pages; page += 1) {
    const number = firstPage + 3 * (page - 1);
    const parent = 4 + Math.floor((page - 1) / BRANCH);
    yield begin(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /Im0 ${number + 2} 0 R >> >> /Contents ${number + 1} 0 R >>\nendobj\n`,
    );
    const content = pageContent(page);
    yield begin(`<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`);
    yield begin(
      `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length ${picture.length} >>\nstream\n`,
    );
    randomFillSync(picture);
    yield part(picture.slice());
    yield text('\nendstream\nendobj\n');
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  const start = at;
  yield text(
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
}

/** Little-endian numbers of two or four bytes. */
const bytesOf = (size: 2 | 4, ...numbers: readonly number[]): readonly number[] =>
  numbers.flatMap((number) => Array.from({ length: size }, (_, at) => (number >> (8 * at)) & 0xff));

const emfRecord = (type: number, ...values: readonly number[]) =>
  bytesOf(4, type, 8 + values.length * 4, ...values);

/** A picture in EMF of 100 by 100 pixels with rectangles in blue ([MS-EMF] 2.3). */
export function sampleEmf(rectangles = 1): Uint8Array {
  const records = [
    // A brush in blue, selected.
    emfRecord(39, 1, 0, 0xff_00_00, 0),
    emfRecord(37, 1),
    ...Array.from({ length: rectangles }, () => emfRecord(43, 10, 10, 90, 90)),
    emfRecord(14, 0, 16, 20),
  ];
  const headerLength = 88;
  const size = headerLength + records.reduce((sum, { length }) => sum + length, 0);
  const header = [
    ...bytesOf(4, 1, headerLength, 0, 0, 100, 100, 0, 0, 2646, 2646),
    ...bytesOf(4, 0x46_4d_45_20, 0x1_00_00, size, records.length + 1),
    ...bytesOf(2, 2, 0),
    ...bytesOf(4, 0, 0, 0, 1000, 1000, 265, 265),
  ];
  return Uint8Array.from([...header, ...records.flat()]);
}

const wmfRecord = (type: number, ...values: readonly number[]) => [
  ...bytesOf(4, 3 + values.length),
  ...bytesOf(2, type, ...values),
];

/** Two bytes of a text as a number. */
const wordsOf = (text: string): readonly number[] =>
  Array.from({ length: Math.ceil(text.length / 2) }, (_, at) => {
    const [low, high] = [text.charCodeAt(2 * at), text.charCodeAt(2 * at + 1)];
    return low | ((high || 0) << 8);
  });

export type WmfFont = { readonly object: number; readonly name: string; readonly charset: number };

/** Records that write a text in a font, which becomes an object of the picture behind its brush ([MS-WMF] 2.3.3.20 and 2.3.4). */
export const wmfText = (text: string, { object, name, charset }: WmfFont): readonly number[] => [
  ...wmfRecord(0x02_fb, -200, 0, 0, 0, 400, 0, charset << 8, 0, 0, ...wordsOf(`${name}\0\0`)),
  ...wmfRecord(0x01_2d, object),
  ...wmfRecord(0x05_21, text.length, ...wordsOf(text), 300, 300),
];

/** A placeable picture in WMF with a rectangle in red, and further records ([MS-WMF] 2.3). */
export function sampleWmf(more: readonly number[] = []): Uint8Array {
  const records = [
    wmfRecord(0x02_0b, 0, 0),
    wmfRecord(0x02_0c, 1000, 1000),
    wmfRecord(0x02_fc, 0, 0x00_ff, 0, 0),
    wmfRecord(0x01_2d, 0),
    wmfRecord(0x04_1b, 900, 900, 100, 100),
    more,
    wmfRecord(0),
  ];
  const words = 9 + records.reduce((sum, { length }) => sum + length / 2, 0);
  const placed = [
    ...bytesOf(4, 0x9a_c6_cd_d7 | 0),
    ...bytesOf(2, 0, 0, 0, 1000, 1000, 1000),
    ...bytesOf(4, 0),
  ];
  const checksum = placed.reduce((sum, byte, at) => sum ^ (byte << (8 * (at % 2))), 0);
  const header = [
    ...bytesOf(2, 1, 9, 0x3_00),
    ...bytesOf(4, words),
    ...bytesOf(2, 3),
    ...bytesOf(4, 30),
    ...bytesOf(2, 0),
  ];
  return Uint8Array.from([...placed, ...bytesOf(2, checksum), ...header, ...records.flat()]);
}

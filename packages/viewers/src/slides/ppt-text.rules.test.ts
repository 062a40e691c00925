import { expect, it } from 'vitest';
import { pptTexts } from './ppt-text.rules.ts';

const atom = (kind: number, bytes: readonly number[], head = 0) => [
  head & 0xff,
  head >> 8,
  kind & 0xff,
  kind >> 8,
  bytes.length & 0xff,
  bytes.length >> 8,
  0,
  0,
  ...bytes,
];
const container = (kind: number, ...inside: readonly number[][]) => atom(kind, inside.flat(), 0x000f);
const wide = (text: string) =>
  atom(
    0x0fa0,
    Array.from(text).flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]),
  );
const narrow = (text: string) =>
  atom(
    0x0fa8,
    Array.from(text, (sign) => sign.charCodeAt(0)),
  );
const persist = atom(
  0x03f3,
  Array.from({ length: 20 }, () => 0),
);

it('reads the text of the outline and of the text boxes, each slide once', () => {
  const outline = container(
    0x03e8,
    container(0x0ff0, persist, wide('标题\r正文'), persist, narrow('Second')),
  );
  const box = container(0x03ee, container(0x0f02, narrow('In a box')));
  expect(pptTexts(Uint8Array.from([...outline, ...box, ...outline]))).toEqual([
    ['标题', '正文'],
    ['Second'],
    ['In a box'],
  ]);
});

it('survives truncated or endlessly nested bytes', () => {
  const whole = Uint8Array.from(container(0x03ee, container(0x0f02, wide('完整'))));
  for (let size = 0; size < whole.length; size += 1)
    expect(() => pptTexts(whole.slice(0, size))).not.toThrow();
  let nested = narrow('deep');
  for (let depth = 0; depth < 100; depth += 1) nested = container(0x0f02, nested);
  expect(pptTexts(Uint8Array.from(nested))).toEqual([]);
});

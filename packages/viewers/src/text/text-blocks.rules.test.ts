import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { detectEncoding, type Encoding } from './encoding.rules.ts';
import { blockBytes, createTextBlocks, partBytes } from './text-blocks.rules.ts';

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
});

async function whole(bytes: Uint8Array, encoding: Encoding): Promise<string> {
  const blocks = createTextBlocks(sourceOf(bytes), encoding);
  let text = '';
  for (let block = 0; block < blocks.blockCount; block += 1) text += await blocks.readText(block);
  return text;
}

const utf16le = (text: string) =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).flatMap((unit) => [
      unit & 0xff,
      unit >> 8,
    ]),
  );

describe('text blocks', () => {
  it('return the whole text, wherever the block boundaries are', async () => {
    await assert(
      asyncProperty(
        array(constantFrom('合同', 'a', '📄', '条款'.repeat(900)), { maxLength: 60 }),
        async (words) => {
          const text = words.join('\n').repeat(3);
          expect(await whole(new TextEncoder().encode(text), 'utf-8')).toBe(text);
          expect(await whole(utf16le(text), 'utf-16le')).toBe(text);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('split no character of a line that is longer than a block', async () => {
    const text = '一二三四五六七八九十'.repeat(9000);
    expect(await whole(new TextEncoder().encode(text), 'utf-8')).toBe(text);
  });

  it('split no surrogate pair and no character of the Chinese code page', async () => {
    const pairs = '𠮷'.repeat(30_000);
    expect(await whole(utf16le(`a${pairs}`), 'utf-16le')).toBe(`a${pairs}`);
    const chinese = Uint8Array.from({ length: 90_000 }, (_, index) =>
      index % 300 === 0 ? 0x2c : ([0xba, 0xcf][(index - Math.ceil(index / 300)) % 2] ?? 0),
    );
    expect(await whole(chinese, 'gb18030')).toBe(new TextDecoder('gb18030').decode(chinese));
  });

  it('are grouped into parts when the text is long', () => {
    expect(
      createTextBlocks({ ...sourceOf(new Uint8Array()), size: partBytes * 2 + 1 }, 'utf-8').partCount,
    ).toBe(3);
    expect(createTextBlocks(sourceOf(new Uint8Array()), 'utf-8')).toMatchObject({ partCount: 1 });
  });
});

test.each([
  ['utf-8', new TextEncoder().encode('合同 contract')],
  ['utf-8', new TextEncoder().encode('plain')],
  ['utf-8', new TextEncoder().encode('合').slice(0, 2)],
  ['gb18030', new Uint8Array([0xba, 0xcf, 0xcd, 0xac])],
  ['utf-16le', new Uint8Array([0xff, 0xfe, 0x08, 0x54])],
  ['utf-16be', new Uint8Array([0xfe, 0xff, 0x54, 0x08])],
])('detects the encoding %s', (encoding, sample) => {
  expect(detectEncoding(sample)).toBe(encoding);
});

test('the last block is the rest of a whole one, and an empty text is no share of zero', () => {
  const blocks = createTextBlocks({ ...sourceOf(new Uint8Array()), size: blockBytes * 1.25 }, 'utf-8');
  expect([blocks.shareOf(0), blocks.shareOf(1)]).toEqual([1, 0.25]);
  expect(createTextBlocks(sourceOf(new Uint8Array()), 'utf-8').shareOf(0)).toBeGreaterThan(0);
});

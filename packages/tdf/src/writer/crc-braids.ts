// CRC-32 (ISO 3309, as in zip) in braids, as in zlib since 1.2.12: word `n` of each block belongs to braid `n`. The
// braids do not depend on each other, so that the processor looks up several at the same time.
const BRAIDS = 4;
const WORD_BYTES = 4;
const TABLES = makeTables();
// Tables that advance a word over itself and over one block.
const [WORD0, WORD1, WORD2, WORD3] = tablesOver(WORD_BYTES);
const [BLOCK0, BLOCK1, BLOCK2, BLOCK3] = tablesOver(BRAIDS * WORD_BYTES);

// Table `n` has the checksum of each byte followed by `n` zero bytes.
function makeTables(): readonly Int32Array[] {
  const first = new Int32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    first[byte] = value;
  }
  const tables = [first];
  for (let before = first; tables.length < BRAIDS * WORD_BYTES; tables.push(before))
    before = before.map((value) => (value >>> 8) ^ (first[value & 0xff] ?? 0));
  return tables;
}

type WordTables = readonly [Int32Array, Int32Array, Int32Array, Int32Array];

// The first byte of a word is the one with most bytes after it.
function tablesOver(bytes: number): WordTables {
  return [1, 2, 3, 4].map((back) => TABLES[bytes - back]) as unknown as WordTables;
}

const overWord = (word: number): number =>
  (WORD0[word & 0xff] as number) ^
  (WORD1[(word >>> 8) & 0xff] as number) ^
  (WORD2[(word >>> 16) & 0xff] as number) ^
  (WORD3[word >>> 24] as number);

const overBlock = (word: number): number =>
  (BLOCK0[word & 0xff] as number) ^
  (BLOCK1[(word >>> 8) & 0xff] as number) ^
  (BLOCK2[(word >>> 16) & 0xff] as number) ^
  (BLOCK3[word >>> 24] as number);

// At least one block. The words must be in the byte order of the processor, which is little-endian on every platform with WebCrypto.
function overWords(words: Int32Array, before: number): number {
  const lastBlock = words.length - (words.length % BRAIDS) - BRAIDS;
  let a = before;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < lastBlock; i += BRAIDS) {
    a = overBlock(a ^ (words[i] as number));
    b = overBlock(b ^ (words[i + 1] as number));
    c = overBlock(c ^ (words[i + 2] as number));
    d = overBlock(d ^ (words[i + 3] as number));
  }
  let crc = overWord(a ^ (words[lastBlock] as number));
  crc = overWord(crc ^ b ^ (words[lastBlock + 1] as number));
  crc = overWord(crc ^ c ^ (words[lastBlock + 2] as number));
  crc = overWord(crc ^ d ^ (words[lastBlock + 3] as number));
  for (let i = lastBlock + BRAIDS; i < words.length; i += 1) crc = overWord(crc ^ (words[i] as number));
  return crc;
}

function overBytes(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (WORD3[(crc ^ byte) & 0xff] as number);
  return crc;
}

/** Continues a CRC-32 whose value so far is `before`. Needs no other feature of the platform than typed arrays. */
export function crc32InBraids(bytes: Uint8Array, before = 0): number {
  if (bytes.length < 2 * BRAIDS * WORD_BYTES) return ~overBytes(bytes, ~before) >>> 0;
  const start = -bytes.byteOffset & (WORD_BYTES - 1);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >>> 2);
  const crc = overWords(words, overBytes(bytes.subarray(0, start), ~before));
  return ~overBytes(bytes.subarray(start + words.byteLength), crc) >>> 0;
}

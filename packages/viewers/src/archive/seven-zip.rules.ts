import { dataViewOf } from '../format/data-view.util.ts';

/** The streams of a 7z archive (7zFormat.txt): how packed bytes become files. */
export type SevenZipStreams = {
  readonly packPosition: number;
  readonly packSizes: readonly number[];
  readonly folders: readonly SevenZipFolder[];
  /** What follows the sizes of the folders, up to the end of the header: digests, substreams and files. */
  readonly rest: Uint8Array;
};

/** Coders that unpack one sequence of files. Streams are numbered over all coders of the folder. */
export type SevenZipFolder = {
  readonly coders: readonly SevenZipCoder[];
  readonly bindPairs: readonly BindPair[];
  /** The input streams that are read from the archive. */
  readonly packed: readonly number[];
  /** One size for each output stream. */
  readonly unpackSizes: readonly number[];
};
type SevenZipCoder = {
  readonly id: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly properties: Uint8Array;
};
type BindPair = { readonly input: number; readonly output: number };

export const signatureHeaderBytes = 32;
const maxFolders = 100_000;
const maxCoders = 32;
const aesId = '06f10701';
const copyId = '00';
export const property = {
  end: 0,
  header: 1,
  mainStreams: 4,
  files: 5,
  pack: 6,
  unpack: 7,
  substreams: 8,
  size: 9,
} as const;
export const folderProperty = { names: 0x11, folder: 0x0b, unpackSizes: 0x0c } as const;

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const isAes = ({ id }: SevenZipCoder): boolean => id === aesId;

/** Reads a header from its front. Every read beyond its end throws. */
class HeaderReader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new Error('7z header is truncated');
    this.at += 1;
    return byte;
  }

  bytes(length: number): Uint8Array {
    if (length > this.#bytes.length - this.at) throw new Error('7z header is truncated');
    this.at += length;
    return this.#bytes.slice(this.at - length, this.at);
  }

  /** The first byte tells the number of further bytes by its leading ones, and holds the highest bits. */
  number(max = Number.MAX_SAFE_INTEGER): number {
    const first = this.byte();
    let value = 0;
    let mask = 0x80;
    let index = 0;
    for (; index < 8 && (first & mask) !== 0; index += 1, mask >>= 1) value += this.byte() * 2 ** (8 * index);
    value += (first & (mask - 1)) * 2 ** (8 * index);
    if (value > max) throw new Error('7z header has a number beyond its limit');
    return value;
  }

  expect(value: number): void {
    if (this.byte() !== value) throw new Error('7z header has an unexpected property');
  }

  rest(): Uint8Array {
    return this.#bytes.slice(this.at);
  }
}

/** The place of the header at the end of an archive. */
export function headerRange(archive: Uint8Array): { readonly start: number; readonly end: number } {
  if (archive.length < signatureHeaderBytes) throw new Error('7z archive is truncated');
  const view = dataViewOf(archive);
  const start = signatureHeaderBytes + Number(view.getBigUint64(12, true));
  const end = start + Number(view.getBigUint64(20, true));
  if (end > archive.length) throw new Error('7z archive is truncated');
  return { start, end };
}

/** Whether the header is packed, and perhaps encrypted, itself. */
export const isEncodedHeader = (header: Uint8Array): boolean => header[0] === 0x17;

/** Reads a header, packed or not; null where it has no streams. */
export function readStreams(header: Uint8Array): SevenZipStreams | null {
  const reader = new HeaderReader(header);
  if (!isEncodedHeader(header)) {
    reader.expect(property.header);
    if (header[1] !== property.mainStreams) return null;
    reader.expect(property.mainStreams);
  } else reader.byte();
  reader.expect(property.pack);
  const packPosition = reader.number();
  const packCount = reader.number(maxFolders * 4);
  reader.expect(property.size);
  const packSizes = Array.from({ length: packCount }, () => reader.number());
  // Digests of packed streams are optional, and no program writes them.
  reader.expect(property.end);
  reader.expect(property.unpack);
  reader.expect(folderProperty.folder);
  const folderCount = reader.number(maxFolders);
  reader.expect(0);
  const folders = Array.from({ length: folderCount }, () => readFolder(reader));
  reader.expect(folderProperty.unpackSizes);
  const sized = folders.map(({ coders, bindPairs, packed }) => ({
    coders,
    bindPairs,
    packed,
    unpackSizes: coders.flatMap(({ outputs }) => Array.from({ length: outputs }, () => reader.number())),
  }));
  return { packPosition, packSizes, folders: sized, rest: reader.rest() };
}

function readFolder(reader: HeaderReader): Omit<SevenZipFolder, 'unpackSizes'> {
  const coders = Array.from({ length: reader.number(maxCoders) }, () => {
    const flags = reader.byte();
    const id = hex(reader.bytes(flags & 15));
    const isComplex = (flags & 0x10) !== 0;
    const inputs = isComplex ? reader.number(maxCoders) : 1;
    const outputs = isComplex ? reader.number(maxCoders) : 1;
    const properties = (flags & 0x20) === 0 ? new Uint8Array() : reader.bytes(reader.number(1024));
    return { id, inputs, outputs, properties };
  });
  const inputCount = coders.reduce((sum, { inputs }) => sum + inputs, 0);
  const outputCount = coders.reduce((sum, { outputs }) => sum + outputs, 0);
  const bindPairs = Array.from({ length: Math.max(0, outputCount - 1) }, () => ({
    input: reader.number(inputCount),
    output: reader.number(outputCount),
  }));
  const packedCount = Math.max(0, inputCount - bindPairs.length);
  const bound = new Set(bindPairs.map(({ input }) => input));
  const packed =
    packedCount === 1
      ? Array.from({ length: inputCount }, (_, input) => input).filter((input) => !bound.has(input))
      : Array.from({ length: packedCount }, () => reader.number(inputCount));
  return { coders, bindPairs, packed };
}

/** An AES coder at the front of a folder, which decrypts one of its packed streams. */
export type AesCoder = {
  readonly properties: Uint8Array;
  /** The index among the packed streams of the folder. */
  readonly packedIndex: number;
  /** The size of the decrypted stream, without its padding. */
  readonly size: number;
};

/** The AES coders of a folder, and the same folder without them. */
export function withoutAes(folder: SevenZipFolder): {
  readonly removed: readonly AesCoder[];
  readonly folder: SevenZipFolder;
} {
  const removed: AesCoder[] = [];
  let current = folder;
  for (let index = current.coders.findIndex(isAes); index >= 0; index = current.coders.findIndex(isAes)) {
    const coder = current.coders[index];
    if (coder?.inputs !== 1 || coder.outputs !== 1) throw new Error('7z coder is invalid');
    const sumBefore = (count: 'inputs' | 'outputs') =>
      current.coders.slice(0, index).reduce((sum, one) => sum + one[count], 0);
    const [input, output] = [sumBefore('inputs'), sumBefore('outputs')];
    const packedIndex = current.packed.indexOf(input);
    const size = current.unpackSizes[output];
    if (packedIndex < 0 || size === undefined) throw new Error('7z coder is not at the front');
    removed.push({ properties: coder.properties, packedIndex, size });
    current = removeCoder(current, { index, input, output, packedIndex });
  }
  return { removed, folder: current };
}

function removeCoder(
  { coders, bindPairs, packed, unpackSizes }: SevenZipFolder,
  place: {
    readonly index: number;
    readonly input: number;
    readonly output: number;
    readonly packedIndex: number;
  },
): SevenZipFolder {
  const { index, input, output, packedIndex } = place;
  const copy: SevenZipCoder = { id: copyId, inputs: 1, outputs: 1, properties: new Uint8Array() };
  const consumer = bindPairs.find((pair) => pair.output === output);
  if (!consumer)
    return {
      coders: coders.map((coder, at) => (at === index ? copy : coder)),
      bindPairs,
      packed,
      unpackSizes,
    };
  const shift = (value: number, removed: number) => (value > removed ? value - 1 : value);
  return {
    coders: coders.filter((_, at) => at !== index),
    bindPairs: bindPairs
      .filter((pair) => pair !== consumer)
      .map((pair) => ({ input: shift(pair.input, input), output: shift(pair.output, output) })),
    packed: packed.map((one, at) => shift(at === packedIndex ? consumer.input : one, input)),
    unpackSizes: unpackSizes.filter((_, at) => at !== output),
  };
}

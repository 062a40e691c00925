import type { ReadableText } from './east-asian-lines.rules.ts';

/** The constant data of the build are at the start of the memory. */
const maxConstantBytes = 64 * 1024 * 1024;

/** Finds the memory that the imports of a module contain. */
export function memoryOf(imports: WebAssembly.Imports): WebAssembly.Memory {
  const values = Object.values(imports).flatMap((module) => Object.values(module));
  const memory = values.find((value) => value instanceof WebAssembly.Memory);
  if (!memory) throw new Error('the engine imports no memory');
  return memory;
}

/** Finds the table of functions that a module exports. */
export function functionsOf(exports: WebAssembly.Exports): WebAssembly.Table {
  const table = exports['__indirect_function_table'];
  if (!(table instanceof WebAssembly.Table)) throw new Error('the engine exports no table of functions');
  return table;
}

/** The constant data of a build, as bytes and as words of 32 bits. */
export function constantsOf({ buffer }: WebAssembly.Memory): { bytes: Uint8Array; words: Uint32Array } {
  const bytes = new Uint8Array(buffer, 0, Math.min(maxConstantBytes, buffer.byteLength));
  return { bytes, words: new Uint32Array(buffer, 0, Math.floor(bytes.length / 4)) };
}

/** The first position of bytes, or -1. */
export function placeOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const [, second = 0] = wanted;
  for (let at = bytes.indexOf(second); at >= 0; at = bytes.indexOf(second, at + 1)) {
    if (wanted.every((byte, index) => bytes[at - 1 + index] === byte)) return at - 1;
  }
  return -1;
}

/** All positions of a word. */
export function placesOf(words: Uint32Array, wanted: number): readonly number[] {
  const places: number[] = [];
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

/**
 * Opens a text by the address of its pointer. The number of its UTF-16 units precedes them. A paragraph can be long, so that only
 * the characters at the break are read.
 */
export function openText(view: DataView, pointer: number): ReadableText {
  const address = view.getUint32(pointer, true);
  return {
    length: view.getInt32(address + 4, true),
    charAt: (index) => String.fromCharCode(view.getUint16(address + 8 + 2 * index, true)),
  };
}

/** Reads a text by the address of its pointer. */
export function readText(view: DataView, pointer: number): string {
  const text = openText(view, pointer);
  return Array.from({ length: text.length }, (_, index) => text.charAt(index)).join('');
}

const numberType = 0x7f;

/**
 * A function of a module of its own that calls a script. A table accepts only functions of modules.
 * @param call gets as many numbers as stated, and returns one if the signature has a result.
 */
export function toTableFunction(
  call: (...parameters: number[]) => number | void,
  { parameters, hasResult }: { readonly parameters: number; readonly hasResult: boolean },
): unknown {
  const results = hasResult ? [1, numberType] : [0];
  const type = [0x60, parameters, ...Array<number>(parameters).fill(numberType), ...results];
  const module = Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      [0x01, type.length + 1, 0x01, ...type],
      // The import `e.f` is exported as `f`.
      [0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
      [0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
    ].flat(),
  );
  return new WebAssembly.Instance(new WebAssembly.Module(module), { e: { f: call } }).exports['f'];
}

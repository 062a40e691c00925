import { dataViewOf } from '../format/data-view.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type Model, maxNumbers, plainMesh } from './model.types.ts';

const headerBytes = 84;
const triangleBytes = 50;

/** Whether a file is STL in its binary form, which has no signature: its number of triangles must fit its size. */
export const isBinaryStl = (head: Uint8Array, size: number): boolean =>
  head.length >= headerBytes &&
  size > headerBytes &&
  size === headerBytes + triangleBytes * dataViewOf(head).getUint32(80, true);

function readBinary(bytes: Uint8Array): Float32Array {
  const view = dataViewOf(bytes);
  const count = (bytes.length - headerBytes) / triangleBytes;
  const positions = new Float32Array(9 * count);
  for (let triangle = 0; triangle < count; triangle += 1) {
    // A normal precedes the corners. It is computed from them, because many programs leave it empty.
    const at = headerBytes + triangleBytes * triangle + 12;
    for (let index = 0; index < 9; index += 1)
      positions[9 * triangle + index] = view.getFloat32(at + 4 * index, true);
  }
  return positions;
}

function readText(text: string): Float32Array {
  const numbers: number[] = [];
  for (const [, x, y, z] of text.matchAll(/^\s*vertex\s+(\S{1,40})\s+(\S{1,40})\s+(\S{1,40})/gim)) {
    numbers.push(Number(x), Number(y), Number(z));
    if (numbers.length > maxNumbers) throw new ViewerError('tooLarge');
  }
  return Float32Array.from(numbers.slice(0, numbers.length - (numbers.length % 9)));
}

/**
 * Reads a model of STL in its binary or its text form.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export function readStl(bytes: Uint8Array): Model {
  const positions = isBinaryStl(bytes, bytes.length)
    ? readBinary(bytes)
    : readText(new TextDecoder().decode(bytes));
  if (positions.length === 0 || !positions.every(Number.isFinite)) throw new ViewerError('unreadable');
  return { meshes: [plainMesh(positions)], isZUp: true, hasExternalParts: false };
}

import { dataViewOf } from '../format/data-view.util.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { maxNumbers } from './model.types.ts';

export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A number of a model; the fallback for anything else. */
export const numberOf = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
const indexOf = (value: unknown): number => {
  const index = numberOf(value, 0);
  if (!Number.isInteger(index) || index < 0) throw new ViewerError('unreadable');
  return index;
};

const componentCounts: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
type Component = {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
  /** The divisor of normalised integers. */
  readonly divisor: number;
};
const components: Readonly<Record<number, Component>> = {
  5120: { bytes: 1, read: (view, at) => view.getInt8(at), divisor: 127 },
  5121: { bytes: 1, read: (view, at) => view.getUint8(at), divisor: 255 },
  5122: { bytes: 2, read: (view, at) => view.getInt16(at, true), divisor: 32_767 },
  5123: { bytes: 2, read: (view, at) => view.getUint16(at, true), divisor: 65_535 },
  5125: { bytes: 4, read: (view, at) => view.getUint32(at, true), divisor: 1 },
  5126: { bytes: 4, read: (view, at) => view.getFloat32(at, true), divisor: 1 },
};

/** Reads the buffers of a glTF document (glTF 2.0, 3.6); null for a buffer in another file. */
export function createAccessors(document: Json, buffers: readonly (Uint8Array | null)[]) {
  let numbers = 0;

  function viewBytes(index: unknown): { readonly bytes: Uint8Array; readonly stride: number } | null {
    const view = objectOf(listOf(document['bufferViews'])[indexOf(index)]);
    const buffer = buffers[indexOf(view['buffer'])];
    if (!buffer) return null;
    const start = indexOf(view['byteOffset']);
    const length = indexOf(view['byteLength']);
    if (start + length > buffer.length) throw new ViewerError('unreadable');
    return { bytes: buffer.subarray(start, start + length), stride: indexOf(view['byteStride']) };
  }

  function readValues(target: Float64Array, source: Json, { width, type }: { width: number; type: number }) {
    const component = components[type];
    if (!component || source['bufferView'] === undefined) return true;
    const part = viewBytes(source['bufferView']);
    if (!part) return false;
    const view = dataViewOf(part.bytes);
    const start = indexOf(source['byteOffset']);
    const stride = part.stride || width * component.bytes;
    const count = target.length / width;
    if (count > 0 && start + (count - 1) * stride + width * component.bytes > part.bytes.length)
      throw new ViewerError('unreadable');
    for (let element = 0; element < count; element += 1)
      for (let index = 0; index < width; index += 1)
        target[element * width + index] = component.read(
          view,
          start + element * stride + index * component.bytes,
        );
    return true;
  }

  /** The values of an accessor; null where it is absent or in another file. */
  function values(index: unknown, width: number): Float64Array | null {
    if (index === undefined) return null;
    const accessor = objectOf(listOf(document['accessors'])[indexOf(index)]);
    const count = indexOf(accessor['count']);
    const ownWidth = componentCounts[String(accessor['type'])] ?? 0;
    numbers += count * ownWidth;
    if (ownWidth < width || numbers > maxNumbers)
      throw new ViewerError(ownWidth < width ? 'unreadable' : 'tooLarge');
    const type = indexOf(accessor['componentType']);
    const all = new Float64Array(count * ownWidth);
    if (!readValues(all, accessor, { width: ownWidth, type })) return null;
    const sparse = objectOf(accessor['sparse']);
    const places = new Float64Array(Math.min(count, indexOf(sparse['count'])));
    if (places.length > 0) {
      const changed = new Float64Array(places.length * ownWidth);
      const placeSource = objectOf(sparse['indices']);
      readValues(places, placeSource, { width: 1, type: indexOf(placeSource['componentType']) });
      readValues(changed, objectOf(sparse['values']), { width: ownWidth, type });
      for (const [at, place] of places.entries())
        if (place < count) all.set(changed.subarray(at * ownWidth, (at + 1) * ownWidth), place * ownWidth);
    }
    const divisor = accessor['normalized'] === true ? (components[type]?.divisor ?? 1) : 1;
    if (ownWidth === width && divisor === 1) return all;
    return Float64Array.from(
      { length: count * width },
      (_, at) => (all[Math.floor(at / width) * ownWidth + (at % width)] ?? 0) / divisor,
    );
  }
  return { values, viewBytes };
}

import { missing } from '../polyfills.ts';

// The legacy build of pdf.js polyfills most of what older engines lack, except these members. Chromium has
// `structuredClone`, by which the page copies a picture that several pages show, since 98; `toSpliced` since
// 110; `transferToFixedLength`, by which the worker transfers fonts, since 114; `Promise.withResolvers` since
// 119; and `bytes`, by which the worker reads character maps and fonts, since 132.
type Settle<T> = Parameters<ConstructorParameters<typeof Promise<T>>[0]>;

function withResolvers<T>(this: PromiseConstructor) {
  let resolve: Settle<T>[0] | undefined;
  let reject: Settle<T>[1] | undefined;
  const promise = new this<T>((onFulfilled, onRejected) => {
    resolve = onFulfilled;
    reject = onRejected;
  });
  if (!resolve || !reject) throw new TypeError('promise constructor did not call its executor');
  return { promise, resolve, reject };
}

async function bytes(this: Response): Promise<Uint8Array> {
  return new Uint8Array(await this.arrayBuffer());
}

/** Copies instead of transferring: the old buffer is not detached, but nothing uses it afterwards. */
function transferToFixedLength(this: ArrayBuffer, length: number = this.byteLength): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return copy;
}

/** A copy without a range of elements; pdf.js inserts none. */
function toSpliced(this: readonly unknown[], start: number, count: number): readonly unknown[] {
  return [...this.slice(0, start), ...this.slice(start + count)];
}

/** A copy drawn through a canvas, because the original is closed with its page. */
function cloneBitmap(bitmap: ImageBitmap): ImageBitmap {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  return canvas.transferToImageBitmap();
}

/**
 * Copies the values that pdf.js copies: pictures as plain objects of numbers, strings, typed arrays and
 * bitmaps, without cycles.
 */
function structuredClone(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof ImageBitmap) return cloneBitmap(value);
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  if (Array.isArray(value)) return value.map((item: unknown) => structuredClone(item));
  if (value instanceof Map) {
    return new Map(Array.from(value, ([key, item]: [unknown, unknown]) => [key, structuredClone(item)]));
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, structuredClone(item)]));
}

missing(globalThis, { structuredClone });
missing(Promise, { withResolvers });
missing(Response.prototype, { bytes });
missing(ArrayBuffer.prototype, { transferToFixedLength });
missing(Array.prototype, { toSpliced });

import { missing } from '../../../polyfills.ts';

// pdf.js brings along most of what older WebViews have not, but not these: `toSpliced` is of Chrome 110,
// `transferToFixedLength`, by which its worker gives away what it knows of a font, of 114, `Promise.withResolvers` of 119, and
// `bytes`, by which it reads its character maps and fonts, of 132.
type Settle<T> = Parameters<ConstructorParameters<typeof Promise<T>>[0]>;

function withResolvers<T>(this: PromiseConstructor) {
  let resolve: Settle<T>[0] | undefined;
  let reject: Settle<T>[1] | undefined;
  const promise = new this<T>((onValue, onFailure) => {
    resolve = onValue;
    reject = onFailure;
  });
  if (!resolve || !reject) throw new TypeError('a promise that calls nobody');
  return { promise, resolve, reject };
}

async function bytes(this: Response): Promise<Uint8Array> {
  return new Uint8Array(await this.arrayBuffer());
}

/** A copy: the old buffer stays whole, and nobody looks at it again. */
function transferToFixedLength(this: ArrayBuffer, length: number = this.byteLength): ArrayBuffer {
  const copy = new ArrayBuffer(length);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return copy;
}

/** A copy with a stretch taken out of it; the library puts nothing in. */
function toSpliced(this: readonly unknown[], start: number, count: number): readonly unknown[] {
  return [...this.slice(0, start), ...this.slice(start + count)];
}

missing(Promise, { withResolvers });
missing(Response.prototype, { bytes });
missing(ArrayBuffer.prototype, { transferToFixedLength });
missing(Array.prototype, { toSpliced });

// pdf.js brings along most of what older WebViews have not, but not these: `Promise.withResolvers` is of Chrome 119, and
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

if (!('withResolvers' in Promise))
  Object.defineProperty(Promise, 'withResolvers', {
    value: withResolvers,
    writable: true,
    configurable: true,
  });
if (!('bytes' in Response.prototype))
  Object.defineProperty(Response.prototype, 'bytes', { value: bytes, writable: true, configurable: true });

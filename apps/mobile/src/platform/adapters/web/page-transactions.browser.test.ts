import { describe, expect, it } from 'vitest';
import { createLeftPage } from '../../../../testing/web/left-page.ts';
import { createIndexedDbFiles } from './indexed-db-files.adapter.ts';
import { createKeyedStore } from './keyed-store.util.ts';
import { createPageTransactions } from './page-transactions.util.ts';

const freshName = () => `left-${Math.random()}`;
const megabyte = new Uint8Array(1024 * 1024).fill(7);

/** Resolves directly after the next call of the method. */
function nextCall<Name extends string>(prototype: Record<Name, unknown>, name: Name): Promise<void> {
  const method = prototype[name] as (...args: unknown[]) => unknown;
  return new Promise((resolve) => {
    Object.assign(prototype, {
      [name](this: unknown, ...args: unknown[]) {
        Object.assign(prototype, { [name]: method });
        resolve();
        return method.apply(this, args);
      },
    });
  });
}

describe('a page that is hidden during a transaction', () => {
  it('aborts the transaction for the next page, and repeats it on return', async () => {
    const name = freshName();
    const { life, leave, comeBack } = createLeftPage();
    const left = createIndexedDbFiles(name, createPageTransactions(life));
    const next = createIndexedDbFiles(name);
    await left.write('file', new Uint8Array([1, 2]));
    const putOfAppend = nextCall(IDBObjectStore.prototype, 'put');
    const appended = left.appendChunk('file', megabyte);
    const read = left.readChunk('file', 0, 2);
    await putOfAppend;
    leave();
    expect((await next.stat('file'))?.size).toBe(2);
    await next.appendChunk('file', new Uint8Array([3]));
    comeBack();
    await appended;
    expect(await read).toEqual(new Uint8Array([1, 2]));
    expect((await next.stat('file'))?.size).toBe(3 + megabyte.length);
    expect(await next.readChunk('file', 0, 4)).toEqual(new Uint8Array([1, 2, 3, 7]));
  });

  it('starts no other transaction before it returns', async () => {
    const name = freshName();
    const { life, leave, comeBack } = createLeftPage();
    const left = createKeyedStore(name, createPageTransactions(life));
    const next = createKeyedStore(name);
    await left.put('key', 1);
    leave();
    const put = left.put('key', 2);
    expect(await next.get('key')).toBe(1);
    comeBack();
    await put;
    expect(await next.get('key')).toBe(2);
  });

  it('aborts the first opening of its store as well', async () => {
    const name = freshName();
    const { life, leave, comeBack } = createLeftPage();
    const put = createKeyedStore(name, createPageTransactions(life)).put('key', 1);
    await Promise.resolve();
    leave();
    const next = createKeyedStore(name);
    expect(await next.add('key', 2)).toBe(2);
    comeBack();
    await put;
    expect(await next.get('key')).toBe(1);
  });
});

it('a value whose write has begun is stored even if the page is hidden at once', async () => {
  const name = freshName();
  const { life, leave } = createLeftPage();
  const left = createKeyedStore(name, createPageTransactions(life));
  await left.put('key', 1);
  const requested = nextCall(IDBObjectStore.prototype, 'put');
  const put = left.put('key', 2);
  await requested;
  leave();
  expect(await createKeyedStore(name).get('key')).toBe(2);
  await put;
});

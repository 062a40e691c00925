import { describe, expect, it } from 'vitest';
import { createCachedPage } from '../../../../testing/web/cached-page.ts';
import { createIndexedDbFiles } from './indexed-db-files.adapter.ts';
import { createKeyedStore } from './keyed-store.util.ts';
import { createPageTransactions } from './page-transactions.util.ts';

const freshName = () => `hidden-page-${Math.random()}`;
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
    const { life, hide, restore } = createCachedPage();
    const hiddenPage = createIndexedDbFiles(name, createPageTransactions(life));
    const nextPage = createIndexedDbFiles(name);
    await hiddenPage.write('file', new Uint8Array([1, 2]));
    const putOfAppend = nextCall(IDBObjectStore.prototype, 'put');
    const appended = hiddenPage.appendChunk('file', megabyte);
    const read = hiddenPage.readChunk('file', 0, 2);
    await putOfAppend;
    hide();
    expect((await nextPage.stat('file'))?.size).toBe(2);
    await nextPage.appendChunk('file', new Uint8Array([3]));
    restore();
    await appended;
    expect(await read).toEqual(new Uint8Array([1, 2]));
    expect((await nextPage.stat('file'))?.size).toBe(3 + megabyte.length);
    expect(await nextPage.readChunk('file', 0, 4)).toEqual(new Uint8Array([1, 2, 3, 7]));
  });

  it('starts no other transaction before it returns', async () => {
    const name = freshName();
    const { life, hide, restore } = createCachedPage();
    const hiddenPage = createKeyedStore(name, createPageTransactions(life));
    const nextPage = createKeyedStore(name);
    await hiddenPage.put('key', 1);
    hide();
    const put = hiddenPage.put('key', 2);
    expect(await nextPage.get('key')).toBe(1);
    restore();
    await put;
    expect(await nextPage.get('key')).toBe(2);
  });

  it('aborts the first opening of its store as well', async () => {
    const name = freshName();
    const { life, hide, restore } = createCachedPage();
    const put = createKeyedStore(name, createPageTransactions(life)).put('key', 1);
    await Promise.resolve();
    hide();
    const nextPage = createKeyedStore(name);
    expect(await nextPage.add('key', 2)).toBe(2);
    restore();
    await put;
    expect(await nextPage.get('key')).toBe(1);
  });
});

it('a value whose write has begun is stored even if the page is hidden at once', async () => {
  const name = freshName();
  const { life, hide } = createCachedPage();
  const hiddenPage = createKeyedStore(name, createPageTransactions(life));
  await hiddenPage.put('key', 1);
  const requested = nextCall(IDBObjectStore.prototype, 'put');
  const put = hiddenPage.put('key', 2);
  await requested;
  hide();
  expect(await createKeyedStore(name).get('key')).toBe(2);
  await put;
});

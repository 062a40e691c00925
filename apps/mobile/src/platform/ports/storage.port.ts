import type { FilesPort } from './files.port.ts';
import type { OpenDatabase } from './sql.port.ts';

/** The store of files and the database. `native` is the app's own folder on a phone. */
export type StorageKind = 'native' | 'opfs' | 'indexeddb' | 'memory';

/**
 * Lifetime of stored data. `device`: until it is deleted, or evicted for lack of space. `window`: the browser denies
 * its file system here, as in private windows, which delete everything when they close. `page`: until the page is
 * closed or reloaded.
 */
export type StorageLifetime = 'device' | 'window' | 'page';

export type StorageState = { readonly kind: StorageKind; readonly lifetime: StorageLifetime };

/** A store of the browser that this page does not use, but that an earlier page may have used. */
export type UnusedStore = { readonly files: FilesPort; readonly openDatabase: OpenDatabase };

export type StoragePort = {
  /** The choice is made once for files and database, and stays the same until the page ends. */
  state(): Promise<StorageState>;
  /** Stores of another kind that may contain data. */
  unused(): Promise<readonly UnusedStore[]>;
};

import type { FilesPort } from './files.port.ts';
import type { OpenDatabase } from './sql.port.ts';

/** Where files and the database are stored. `native` is the app's own folder on a phone. */
export type StorageKind = 'native' | 'opfs' | 'indexeddb' | 'memory';

/**
 * How long stored data lasts. `device`: until it is deleted, or evicted for lack of space. `window`: the browser denies its
 * file system here, as it does in private windows, and those delete everything when they close. `page`: until the page is
 * closed or reloaded.
 */
export type StorageLifetime = 'device' | 'window' | 'page';

export type StorageState = { readonly kind: StorageKind; readonly lifetime: StorageLifetime };

/** A store of the browser that this page does not use, but that an earlier page may have used. */
export type UnusedStore = { readonly files: FilesPort; readonly openDatabase: OpenDatabase };

export type StoragePort = {
  /** The choice is made once for files and database, and stays the same until the page ends. */
  state(): Promise<StorageState>;
  /** Stores of another kind in which data may be left. */
  unused(): Promise<readonly UnusedStore[]>;
};

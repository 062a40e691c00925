import {
  type MasterKey,
  unwrapAtRest,
  type WrappedColumn,
  wrapAtRest,
} from '../../infra/master-key/index.ts';
import { createReadableSecret } from '../../infra/random/readable-secret.util.ts';

/** The passphrase of a package that leaves the organisation; 99 bits of entropy. */
export const createPassphrase = (): string => createReadableSecret({ groupCount: 4, charactersPerGroup: 5 });

export function wrapPassphrase(masterKey: MasterKey, downloadID: string, passphrase: string): Buffer {
  return wrapAtRest(Buffer.from(passphrase), masterKey.bytes, contextOf(downloadID));
}

export function unwrapPassphrase(masterKey: MasterKey, downloadID: string, wrapped: Buffer): string {
  return unwrapAtRest(wrapped, masterKey.bytes, contextOf(downloadID)).toString();
}

const contextOf = (downloadID: string): string => `passphrase ${downloadID}`;

export const wrappedPassphrases: WrappedColumn = {
  table: 'prepared_downloads',
  column: 'wrapped_passphrase',
  id: 'download_id',
  contextOf,
};

import { type FlowDownloadKey, passphraseKey } from '../database/flow-downloads.repository.ts';
import type { Platform } from '../ports/platform.port.ts';

/** The passphrase of a package that leaves the organisation; null for a package without one. */
export const readPassphrase = (
  { secrets }: Pick<Platform, 'secrets'>,
  accountID: string,
  key: FlowDownloadKey,
): Promise<string | null> => secrets.get(passphraseKey(accountID, key));

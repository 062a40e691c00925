import type { Platform } from '../ports/platform.port.ts';
import type { FlowDownloadKey } from './flow-downloads.repository.ts';

export const passphraseKey = (accountID: string, { tid, flowID }: FlowDownloadKey) =>
  `package:${JSON.stringify([accountID, tid, flowID])}` as const;

/** The passphrase of a package that leaves the organisation; null for a package without one. */
export const readPassphrase = (
  { secrets }: Pick<Platform, 'secrets'>,
  accountID: string,
  key: FlowDownloadKey,
): Promise<string | null> => secrets.get(passphraseKey(accountID, key));

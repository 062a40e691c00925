import type { Enrolment } from '../ports/app-lock.port.ts';
import type { SecretsPort } from '../ports/secrets.port.ts';
import type { Sealed } from './lock-key.util.ts';

/** The stored record of a lock that is on. It contains the lock key at most twice, each time sealed. */
export type LockRecord = {
  /** Id of the account that set the lock. */
  readonly aid: string;
  readonly pin: { readonly salt: string; readonly sealed: Sealed };
  readonly device: { readonly enrolment: Enrolment; readonly sealed: Sealed } | null;
  /** Time in the background before the app locks, in ms. */
  readonly delayMs: number;
  /** Wrong PINs since the last right one. */
  readonly failures: number;
};

/** Settings that need no key: the delay, or the removal of the unlock by the device. */
export type LockSetting = Partial<Pick<LockRecord, 'delayMs'> & { readonly device: null }>;

export async function readLock(secrets: SecretsPort): Promise<LockRecord | null> {
  const stored = await secrets.get('lock');
  return stored === null ? null : (JSON.parse(stored) as LockRecord);
}

export const writeLock = (secrets: SecretsPort, record: LockRecord) =>
  secrets.set('lock', JSON.stringify(record));

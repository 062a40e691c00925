import type { Enrolment } from '../ports/app-lock.port.ts';
import type { SecretsPort } from '../ports/secrets.port.ts';
import type { Sealed } from './lock-key.ts';

/** What the device keeps of a lock that is on. The lock's own key lies in it twice at most, each time sealed. */
export type LockRecord = {
  /** Whose lock it is. */
  readonly aid: string;
  readonly pin: { readonly salt: string; readonly sealed: Sealed };
  readonly device: { readonly enrolment: Enrolment; readonly sealed: Sealed } | null;
  /** How long the app may be out of sight before it locks, ms. */
  readonly delayMs: number;
  /** Wrong PINs since the last right one. */
  readonly failures: number;
};

/** What of it is changed without a key: the delay, or that the device opens it no more. */
export type LockSetting = Partial<Pick<LockRecord, 'delayMs'> & { readonly device: null }>;

export async function readLock(secrets: SecretsPort): Promise<LockRecord | null> {
  const stored = await secrets.get('lock');
  return stored === null ? null : (JSON.parse(stored) as LockRecord);
}

export const writeLock = (secrets: SecretsPort, record: LockRecord) =>
  secrets.set('lock', JSON.stringify(record));

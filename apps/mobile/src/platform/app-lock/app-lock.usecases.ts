import { toBase64 } from '../adapters/base64.adapter.ts';
import { withLock } from '../adapters/web-lock.ts';
import type { Platform } from '../index.ts';
import type { Question } from '../ports/app-lock.port.ts';
import { useAppLockStore } from './app-lock.store.ts';
import { deviceKey, fresh, importLockKey, openBytes, pinKey, sealBytes, sealText } from './lock-key.ts';
import { type LockRecord, type LockSetting, readLock, writeLock } from './lock-record.ts';
import { type LockedSecrets, lockedKeys } from './locked-secrets.ts';
import { mostFailures } from './pin.rules.ts';

type Deps = {
  readonly platform: Pick<Platform, 'secrets' | 'appLock'>;
  readonly locked: LockedSecrets;
};

/** `wrong`: another attempt is allowed; `forgotten`: too many wrong PINs, the session is deleted. */
export type Unlocked = 'open' | 'wrong' | 'forgotten';

const show = (record: LockRecord | null) => useAppLockStore.setState({ record });

/** Turns the lock on: seals the session under a new key. */
export async function setPin({ platform, locked }: Deps, { aid, pin }: { aid: string; pin: string }) {
  const { secrets } = platform;
  const values = await Promise.all(lockedKeys.map((name) => locked.secrets.get(name)));
  const bytes = fresh(32);
  const key = await importLockKey(bytes);
  const record: LockRecord = {
    aid,
    pin: await sealedByPin(pin, bytes),
    device: null,
    delayMs: 60_000,
    failures: 0,
  };
  await writeLock(secrets, record);
  locked.open(key);
  for (const [index, name] of lockedKeys.entries()) {
    const value = values[index];
    if (value != null) await secrets.set(name, await sealText(key, value));
  }
  show(record);
}

async function sealedByPin(pin: string, bytes: Uint8Array<ArrayBuffer>): Promise<LockRecord['pin']> {
  const salt = toBase64(fresh(16));
  return { salt, sealed: await sealBytes(await pinKey(pin, salt), bytes) };
}

/** One attempt after the other across all tabs: parallel attempts would count as one. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => withLock('sealflow.app-lock', work);

/** The lock key's bytes if the PIN is right; counts wrong PINs. */
const byPin = (deps: Deps, pin: string) => inTurn(() => tryPin(deps, pin));

async function tryPin({ platform }: Deps, pin: string) {
  const record = await readLock(platform.secrets);
  // A user who has used up the attempts gets no more by a reload.
  if (record === null || record.failures >= mostFailures) return { record, bytes: null };
  // Counted before the attempt, so that closing the page in between gains nothing.
  const counted = { ...record, failures: record.failures + 1 };
  await writeLock(platform.secrets, counted);
  const bytes = await openBytes(await pinKey(pin, record.pin.salt), record.pin.sealed);
  const after = bytes === null ? counted : { ...record, failures: 0 };
  if (bytes !== null) await writeLock(platform.secrets, after);
  show(after);
  return { record: after, bytes };
}

async function enter({ locked }: Deps, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  locked.open(await importLockKey(bytes));
  useAppLockStore.setState({ isLocked: false });
}

export async function unlockByPin(deps: Deps, pin: string): Promise<Unlocked> {
  const { record, bytes } = await byPin(deps, pin);
  if (bytes !== null) {
    await enter(deps, bytes);
    return 'open';
  }
  return refused(record);
}

const refused = (record: LockRecord | null): Unlocked =>
  record === null || record.failures >= mostFailures ? 'forgotten' : 'wrong';

/** Another PIN for the same key: sealed secrets and the unlock by the device stay unchanged. */
export async function changePin(
  deps: Deps,
  { current, pin }: { readonly current: string; readonly pin: string },
): Promise<Unlocked> {
  const { record, bytes } = await byPin(deps, current);
  if (record === null || bytes === null) return refused(record);
  const after = { ...record, pin: await sealedByPin(pin, bytes) };
  await writeLock(deps.platform.secrets, after);
  show(after);
  return 'open';
}

/** Unlocks by the device; false if the user is not verified or the device's enrolment is gone. */
export async function unlockByDevice(deps: Deps, question: Question): Promise<boolean> {
  const record = await readLock(deps.platform.secrets);
  if (record?.device == null) return false;
  const secret = await deps.platform.appLock.key(record.device.enrolment, question);
  const bytes = secret === null ? null : await openBytes(await deviceKey(secret), record.device.sealed);
  if (bytes === null) return false;
  const after = { ...record, failures: 0 };
  await writeLock(deps.platform.secrets, after);
  show(after);
  await enter(deps, bytes);
  return true;
}

/** Adds the unlock by the device; requires the PIN, because nothing else yields the key's bytes. */
export async function addDevice(
  deps: Deps,
  { pin, name, question }: { readonly pin: string; readonly name: string; readonly question: Question },
): Promise<Unlocked | 'refused'> {
  const { record, bytes } = await byPin(deps, pin);
  if (record === null || bytes === null) return refused(record);
  const { appLock, secrets } = deps.platform;
  const enrolment = await appLock.enrol({ id: record.aid, name });
  const secret = enrolment === null ? null : await appLock.key(enrolment, question);
  if (enrolment === null || secret === null) return 'refused';
  const device = { enrolment, sealed: await sealBytes(await deviceKey(secret), bytes) };
  const after = { ...record, device };
  await writeLock(secrets, after);
  show(after);
  return 'open';
}

/** Changes settings that need no key: the delay, or the removal of the unlock by the device. */
export async function changeLock({ platform }: Deps, change: LockSetting): Promise<void> {
  const record = await readLock(platform.secrets);
  if (record === null) return;
  const after = { ...record, ...change };
  await writeLock(platform.secrets, after);
  show(after);
}

/** Turns the lock off after a check of the PIN. */
export async function removeLock(deps: Deps, pin: string): Promise<Unlocked> {
  const { record, bytes } = await byPin(deps, pin);
  if (bytes === null) return refused(record);
  deps.locked.open(await importLockKey(bytes));
  await dropLock(deps);
  return 'open';
}

/** Turns an open lock off when its user has signed out. */
export async function dropLock({ platform, locked }: Deps): Promise<void> {
  const { secrets } = platform;
  const values = await Promise.all(lockedKeys.map((name) => locked.secrets.get(name)));
  for (const [index, name] of lockedKeys.entries()) {
    const value = values[index];
    if (value != null) await secrets.set(name, value);
  }
  await secrets.remove('lock');
  locked.close();
  show(null);
}

/**
 * Discards the lock with the secrets it seals: lock, token and session are deleted, and the account's documents at
 * the next start of the session.
 */
export async function forgetLock({ platform, locked }: Deps): Promise<void> {
  const { secrets } = platform;
  const record = await readLock(secrets);
  if (record !== null) await secrets.set('wipe', record.aid);
  for (const name of [...lockedKeys, 'expire', 'lock'] as const) await secrets.remove(name);
  locked.giveUp();
  useAppLockStore.setState({ isLocked: false, record: null });
}

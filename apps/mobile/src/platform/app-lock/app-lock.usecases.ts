import { toBase64 } from '@sealflow/tdf/base64';
import type { Platform } from '../index.ts';
import { withLock } from '../locks/web-lock.util.ts';
import type { PromptTexts } from '../ports/app-lock.port.ts';
import { randomBytes } from '../random.util.ts';
import { useAppLockStore } from './app-lock.store.ts';
import {
  deriveDeviceKey,
  derivePinKey,
  importLockKey,
  openBytes,
  sealBytes,
  sealText,
} from './lock-key.util.ts';
import { type LockRecord, type LockSetting, readLock, writeLock } from './lock-record.repository.ts';
import { type LockedSecrets, lockedKeys } from './locked-secrets.adapter.ts';
import { maxPinFailures } from './pin.rules.ts';

type Deps = {
  readonly platform: Pick<Platform, 'secrets' | 'appLock'>;
  readonly locked: LockedSecrets;
};

/** `wrong`: another attempt is allowed; `forgotten`: too many wrong PINs, the session is deleted. */
export type UnlockResult = 'open' | 'wrong' | 'forgotten';

const setRecord = (record: LockRecord | null) => useAppLockStore.setState({ record });

/** Turns the lock on: seals the session under a new key. */
export async function setPin({ platform, locked }: Deps, { aid, pin }: { aid: string; pin: string }) {
  const { secrets } = platform;
  const values = await Promise.all(lockedKeys.map((name) => locked.secrets.get(name)));
  const bytes = randomBytes(32);
  const key = await importLockKey(bytes);
  const record: LockRecord = {
    aid,
    pin: await sealWithPin(pin, bytes),
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
  setRecord(record);
}

async function sealWithPin(pin: string, bytes: Uint8Array<ArrayBuffer>): Promise<LockRecord['pin']> {
  const salt = toBase64(randomBytes(16));
  return { salt, sealed: await sealBytes(await derivePinKey(pin, salt), bytes) };
}

/** One attempt after the other across all tabs: parallel attempts would count as one. */
const serialise = <T>(work: () => Promise<T>): Promise<T> => withLock('sealflow.app-lock', work);

/** The lock key's bytes if the PIN is right; counts wrong PINs. */
const unwrapKeyByPin = (deps: Deps, pin: string) => serialise(() => tryPin(deps, pin));

async function tryPin({ platform }: Deps, pin: string) {
  const record = await readLock(platform.secrets);
  // A user who has used up the attempts gets no more by a reload.
  if (record === null || record.failures >= maxPinFailures) return { record, bytes: null };
  // Counted before the attempt, so that closing the page in between gains nothing.
  const counted = { ...record, failures: record.failures + 1 };
  await writeLock(platform.secrets, counted);
  const bytes = await openBytes(await derivePinKey(pin, record.pin.salt), record.pin.sealed);
  const after = bytes === null ? counted : { ...record, failures: 0 };
  if (bytes !== null) await writeLock(platform.secrets, after);
  setRecord(after);
  return { record: after, bytes };
}

async function openLock({ locked }: Deps, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  locked.open(await importLockKey(bytes));
  useAppLockStore.setState({ isLocked: false });
}

export async function unlockByPin(deps: Deps, pin: string): Promise<UnlockResult> {
  const { record, bytes } = await unwrapKeyByPin(deps, pin);
  if (bytes !== null) {
    await openLock(deps, bytes);
    return 'open';
  }
  return resultOfWrongPin(record);
}

const resultOfWrongPin = (record: LockRecord | null): UnlockResult =>
  record === null || record.failures >= maxPinFailures ? 'forgotten' : 'wrong';

/** Another PIN for the same key: sealed secrets and the unlock by the device stay unchanged. */
export async function changePin(
  deps: Deps,
  { current, pin }: { readonly current: string; readonly pin: string },
): Promise<UnlockResult> {
  const { record, bytes } = await unwrapKeyByPin(deps, current);
  if (record === null || bytes === null) return resultOfWrongPin(record);
  const after = { ...record, pin: await sealWithPin(pin, bytes) };
  await writeLock(deps.platform.secrets, after);
  setRecord(after);
  return 'open';
}

/** Unlocks by the device; false if the user is not verified or the device's enrolment is gone. */
export async function unlockByDevice(deps: Deps, prompt: PromptTexts): Promise<boolean> {
  const record = await readLock(deps.platform.secrets);
  if (record?.device == null) return false;
  const secret = await deps.platform.appLock.deriveKey(record.device.enrolment, prompt);
  const bytes = secret === null ? null : await openBytes(await deriveDeviceKey(secret), record.device.sealed);
  if (bytes === null) return false;
  const after = { ...record, failures: 0 };
  await writeLock(deps.platform.secrets, after);
  setRecord(after);
  await openLock(deps, bytes);
  return true;
}

/** Adds the unlock by the device; requires the PIN, because nothing else yields the key's bytes. */
export async function addDevice(
  deps: Deps,
  { pin, name, prompt }: { readonly pin: string; readonly name: string; readonly prompt: PromptTexts },
): Promise<UnlockResult | 'refused'> {
  const { record, bytes } = await unwrapKeyByPin(deps, pin);
  if (record === null || bytes === null) return resultOfWrongPin(record);
  const { appLock, secrets } = deps.platform;
  const enrolment = await appLock.enrol({ id: record.aid, name });
  const secret = enrolment === null ? null : await appLock.deriveKey(enrolment, prompt);
  if (enrolment === null || secret === null) return 'refused';
  const device = { enrolment, sealed: await sealBytes(await deriveDeviceKey(secret), bytes) };
  const after = { ...record, device };
  await writeLock(secrets, after);
  setRecord(after);
  return 'open';
}

/** Changes settings that need no key: the delay, or the removal of the unlock by the device. */
export async function changeLock({ platform }: Deps, change: LockSetting): Promise<void> {
  const record = await readLock(platform.secrets);
  if (record === null) return;
  const after = { ...record, ...change };
  await writeLock(platform.secrets, after);
  setRecord(after);
}

/** Turns the lock off after a check of the PIN. */
export async function disableLock(deps: Deps, pin: string): Promise<UnlockResult> {
  const { record, bytes } = await unwrapKeyByPin(deps, pin);
  if (bytes === null) return resultOfWrongPin(record);
  deps.locked.open(await importLockKey(bytes));
  await releaseLock(deps);
  return 'open';
}

/** Turns an open lock off when its user has signed out. */
export async function releaseLock({ platform, locked }: Deps): Promise<void> {
  const { secrets } = platform;
  const values = await Promise.all(lockedKeys.map((name) => locked.secrets.get(name)));
  for (const [index, name] of lockedKeys.entries()) {
    const value = values[index];
    if (value != null) await secrets.set(name, value);
  }
  await secrets.remove('lock');
  locked.close();
  setRecord(null);
}

/**
 * Discards the lock with the secrets it seals: lock, token and session are deleted, and the account's documents at
 * the next start of the session.
 */
export async function eraseLock({ platform, locked }: Deps): Promise<void> {
  const { secrets } = platform;
  const record = await readLock(secrets);
  if (record !== null) await secrets.set('wipe', record.aid);
  for (const name of [...lockedKeys, 'expire', 'lock'] as const) await secrets.remove(name);
  locked.discard();
  useAppLockStore.setState({ isLocked: false, record: null });
}

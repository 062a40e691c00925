import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryPlatform, type MemoryPlatform } from '../adapters/memory/index.ts';
import { createAppLock, uncover } from './app-lock.compose.ts';
import { useAppLockStore } from './app-lock.store.ts';
import { isSealedText } from './sealed-text.util.ts';

const pin = '135790';
const question = { title: '解锁', cancel: '取消' };
const stored = (platform: MemoryPlatform, name: 'token' | 'session') => platform.secrets.get(name);

/** A device with a signed-in user and an enabled lock. */
async function withLock(platform = createMemoryPlatform()) {
  const lock = createAppLock(platform);
  await lock.secrets.set('token', 'token-1');
  await lock.secrets.set('session', '{"account":"a1"}');
  await lock.setPin({ aid: 'a1', pin });
  return { platform, lock };
}

/** The same device after a reload of its page. */
const reloaded = (platform: MemoryPlatform) => {
  useAppLockStore.setState({ isLocked: false, record: null });
  return createAppLock(platform);
};

const isLocked = () => useAppLockStore.getState().isLocked;

beforeEach(() => useAppLockStore.setState({ isLocked: false, record: null }));
afterEach(uncover);

describe('enabled app lock', () => {
  it('keeps token and session sealed on the device, and readable through the lock', async () => {
    const { platform, lock } = await withLock();
    expect(isSealedText(await stored(platform, 'token'))).toBe(true);
    expect(isSealedText(await stored(platform, 'session'))).toBe(true);
    expect(await lock.secrets.get('token')).toBe('token-1');
    await lock.secrets.set('token', 'token-2');
    expect(isSealedText(await stored(platform, 'token'))).toBe(true);
    expect(await lock.secrets.get('token')).toBe('token-2');
  });

  it('delays reads after a reload until the PIN is entered', async () => {
    const { platform } = await withLock();
    const lock = reloaded(platform);
    const token = lock.secrets.get('token');
    await expect.poll(isLocked).toBe(true);
    expect(await lock.unlockByPin('000000')).toBe('wrong');
    expect(isLocked()).toBe(true);
    expect(await lock.unlockByPin(pin)).toBe('open');
    expect(await token).toBe('token-1');
    expect(isLocked()).toBe(false);
    expect(useAppLockStore.getState().record?.failures).toBe(0);
  });

  it('counts wrong PINs across reloads, and wipes the secrets at the fifth', async () => {
    const { platform } = await withLock();
    for (let time = 1; time < 5; time += 1)
      expect(await reloaded(platform).unlockByPin('000000')).toBe('wrong');
    const lock = reloaded(platform);
    expect(await lock.unlockByPin('000000')).toBe('forgotten');
    const token = lock.secrets.get('token');
    await lock.eraseLock();
    expect(await token).toBeNull();
    expect(await platform.secrets.get('lock')).toBeNull();
    expect(await platform.secrets.get('wipe')).toBe('a1');
  });

  it('rejects every PIN after the fifth wrong one, even if the page was closed before the wipe', async () => {
    const { platform } = await withLock();
    for (let time = 1; time <= 5; time += 1) await reloaded(platform).unlockByPin('000000');
    expect(await reloaded(platform).unlockByPin(pin)).toBe('forgotten');
  });

  it('counts attempts in several tabs together', async () => {
    const { platform } = await withLock();
    const tabs = Array.from({ length: 5 }, () => reloaded(platform));
    const answers = await Promise.all(tabs.map((tab, nth) => tab.unlockByPin(`00000${nth}`)));
    expect(answers.filter((answer) => answer === 'forgotten')).toHaveLength(1);
  });

  it('changes the PIN and keeps the key', async () => {
    const { platform, lock } = await withLock();
    expect(await lock.changePin({ current: '000000', pin: '246813' })).toBe('wrong');
    expect(await lock.changePin({ current: pin, pin: '246813' })).toBe('open');
    const later = reloaded(platform);
    const token = later.secrets.get('token');
    expect(await later.unlockByPin(pin)).toBe('wrong');
    expect(await later.unlockByPin('246813')).toBe('open');
    expect(await token).toBe('token-1');
  });

  it('is disabled with its PIN, and leaves the secrets readable', async () => {
    const { platform, lock } = await withLock();
    expect(await lock.disableLock('000000')).toBe('wrong');
    expect(await lock.disableLock(pin)).toBe('open');
    expect(await stored(platform, 'token')).toBe('token-1');
    expect(await reloaded(platform).secrets.get('token')).toBe('token-1');
    expect(isLocked()).toBe(false);
  });

  it('is removed by a new sign-in that did not unlock it', async () => {
    const { platform } = await withLock();
    const lock = reloaded(platform);
    await lock.secrets.remove('token');
    await lock.secrets.set('token', 'token-9');
    expect(await stored(platform, 'token')).toBe('token-9');
    expect(await platform.secrets.get('lock')).toBeNull();
  });

  it('locks this tab too after another tab has created the lock again', async () => {
    const { platform, lock } = await withLock();
    const other = createAppLock(platform);
    const unlocking = other.secrets.get('token');
    await other.unlockByPin(pin);
    await unlocking;
    await other.setPin({ aid: 'a1', pin: '246813' });
    const token = lock.secrets.get('token');
    await expect.poll(isLocked).toBe(true);
    expect(await lock.unlockByPin('246813')).toBe('open');
    expect(await token).toBe('token-1');
  });
});

describe('unlock by device', () => {
  it('opens the lock with a bound key, and only after the user is verified', async () => {
    const { platform, lock } = await withLock();
    expect(await lock.addDevice({ pin: '000000', name: 'Li', prompt: question })).toBe('wrong');
    expect(await lock.addDevice({ pin, name: 'Li', prompt: question })).toBe('open');
    const later = reloaded(platform);
    const token = later.secrets.get('token');
    platform.person.isVerified = false;
    expect(await later.unlockByDevice(question)).toBe(false);
    platform.person.isVerified = true;
    expect(await later.unlockByDevice(question)).toBe(true);
    expect(await token).toBe('token-1');
  });

  it('is not enabled when the device binds no key', async () => {
    const { platform, lock } = await withLock();
    platform.person.isVerified = false;
    expect(await lock.addDevice({ pin, name: 'Li', prompt: question })).toBe('refused');
    expect(useAppLockStore.getState().record?.device).toBeNull();
  });
});

describe('app in the background', () => {
  const isCovered = () => document.documentElement.hasAttribute('data-covered');

  it('is covered at once, and locked only after the set delay', async () => {
    let now = 1_000;
    const { platform, lock } = await withLock(createMemoryPlatform({ now: () => now }));
    await lock.changeLock({ delayMs: 60_000 });
    const end = lock.watch();
    platform.setVisible(false);
    expect(isCovered()).toBe(true);
    now += 59_000;
    platform.setVisible(true);
    expect([isCovered(), isLocked()]).toEqual([false, false]);
    platform.setVisible(false);
    now += 60_000;
    platform.setVisible(true);
    expect([isCovered(), isLocked()]).toEqual([true, true]);
    const token = lock.secrets.get('token');
    await lock.unlockByPin(pin);
    expect(await token).toBe('token-1');
    end();
  });

  it('is covered by a system prompt on top, which does not lock', async () => {
    const { platform, lock } = await withLock();
    await lock.changeLock({ delayMs: 0 });
    const end = lock.watch();
    platform.coverApp();
    expect(isCovered()).toBe(true);
    platform.setVisible(true);
    expect([isCovered(), isLocked()]).toEqual([false, false]);
    platform.coverApp();
    platform.setVisible(false);
    platform.setVisible(true);
    expect([isCovered(), isLocked()]).toEqual([true, true]);
    end();
  });

  /** A write that waits, because the app has locked after a minute in the background. */
  async function withPendingWrite() {
    let now = 0;
    const { platform, lock } = await withLock(createMemoryPlatform({ now: () => now }));
    const end = lock.watch();
    platform.setVisible(false);
    now += 60_000;
    platform.setVisible(true);
    return { platform, lock, end, write: lock.secrets.set('token', 'token-2') };
  }

  it('keeps a pending write sealed when the app locks, and keeps the lock', async () => {
    const { platform, lock, end, write } = await withPendingWrite();
    expect(await lock.unlockByPin(pin)).toBe('open');
    await write;
    expect(isSealedText(await stored(platform, 'token'))).toBe(true);
    expect(await lock.secrets.get('token')).toBe('token-2');
    end();
  });

  it('does not complete a pending write after the lock was erased', async () => {
    const { platform, lock, end, write } = await withPendingWrite();
    await expect.poll(() => platform.secrets.get('token')).not.toBeNull();
    await lock.eraseLock();
    await write;
    expect(await stored(platform, 'token')).toBeNull();
    end();
  });

  it('does nothing without a lock', async () => {
    const platform = createMemoryPlatform();
    const end = createAppLock(platform).watch();
    platform.setVisible(false);
    expect(isCovered()).toBe(false);
    end();
  });
});

import type { Platform } from '../index.ts';
import { useAppLockStore } from './app-lock.store.ts';
import { type LockSetting, readLock } from './lock-record.repository.ts';
import { createLockedSecrets } from './locked-secrets.adapter.ts';
import { isLockDue } from './pin.rules.ts';

const useCases = () => import('./app-lock.usecases.ts');
type UseCases = Awaited<ReturnType<typeof useCases>>;

/** Covers the page while the app is not visible; the lock's style sheet uses the attribute. */
const setCovered = (on: boolean): void => void document.documentElement.toggleAttribute('data-covered', on);
export const uncover = (): void => setCovered(false);

export type AppLock = ReturnType<typeof createAppLock>;

/** The app lock. Its use cases and their cryptography load on use. */
export function createAppLock(platform: Pick<Platform, 'secrets' | 'appLock' | 'clock'>) {
  const locked = createLockedSecrets(platform.secrets);
  const deps = { platform, locked };

  /**
   * Covers the page as soon as the app is not visible, and locks it after the configured delay.
   * @returns a function that ends the watch.
   */
  function watch(): () => void {
    let hiddenAt: number | null = null;
    let hiddenSinceMs = 0;
    return platform.appLock.watch((visibility) => {
      const { record, isLocked } = useAppLockStore.getState();
      if (record === null || isLocked) return;
      if (visibility !== 'seen') setCovered(true);
      // The first event counts; an app that is only covered is not locked.
      if (visibility === 'gone' && hiddenAt === null) {
        hiddenAt = platform.clock.now();
        hiddenSinceMs = performance.now();
      }
      if (visibility !== 'seen') return;
      const elapsedMs = performance.now() - hiddenSinceMs;
      const isDue =
        hiddenAt !== null &&
        isLockDue({ hiddenAt, now: platform.clock.now(), elapsedMs, delayMs: record.delayMs });
      hiddenAt = null;
      if (!isDue) {
        uncover();
        return;
      }
      locked.close();
      // The lock screen removes the cover once it has rendered.
      useAppLockStore.setState({ isLocked: true });
    });
  }
  const run =
    <Params extends unknown[], T>(
      pick: (cases: UseCases) => (lockDeps: typeof deps, ...params: Params) => Promise<T>,
    ) =>
    async (...params: Params) =>
      pick(await useCases())(deps, ...params);
  return {
    /** For the session: reads the secrets that the lock seals. */
    secrets: locked.secrets,
    watch,
    setPin: run((cases) => cases.setPin),
    changePin: run((cases) => cases.changePin),
    unlockByPin: run((cases) => cases.unlockByPin),
    unlockByDevice: run((cases) => cases.unlockByDevice),
    addDevice: run((cases) => cases.addDevice),
    /** Changes settings that need no key; shown at once, stored afterwards. */
    changeLock: async (change: LockSetting) => {
      const { record } = useAppLockStore.getState();
      if (record !== null) useAppLockStore.setState({ record: { ...record, ...change } });
      await (await useCases()).changeLock(deps, change);
    },
    releaseLock: async () => {
      if ((await platform.secrets.get('lock')) !== null) await (await useCases()).releaseLock(deps);
    },
    disableLock: run((cases) => cases.disableLock),
    eraseLock: run((cases) => cases.eraseLock),
    /** Whether the device may unlock, if a lock is on. */
    hasDevice: async () => (await readLock(platform.secrets))?.device != null,
    canEnrol: () => platform.appLock.canEnrol(),
  };
}

import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';

/** What a test sets of the device's screen, and what stands. */
export type MemoryScreen = { canBlock: boolean; fails: boolean; isBlocked: boolean };

export const memoryScreen = (): MemoryScreen => ({ canBlock: false, fails: false, isBlocked: false });

/** A screen that a test can ask whether pictures are kept from being taken. */
export const createMemoryScreenGuard = (screen: MemoryScreen): ScreenGuardPort => ({
  get canBlock() {
    return screen.canBlock;
  },
  block: async (on) => {
    if (screen.fails || !screen.canBlock) throw new Error('this screen cannot be kept from pictures');
    screen.isBlocked = on;
  },
});

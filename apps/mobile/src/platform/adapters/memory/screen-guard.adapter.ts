import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';

/** State of the device's screen that a test sets, and whether captures are blocked. */
export type MemoryScreen = { canBlock: boolean; fails: boolean; isBlocked: boolean };

export const memoryScreen = (): MemoryScreen => ({ canBlock: false, fails: false, isBlocked: false });

/** A screen that records whether captures are blocked. */
export const createMemoryScreenGuard = (screen: MemoryScreen): ScreenGuardPort => ({
  get canBlock() {
    return screen.canBlock;
  },
  block: async (on) => {
    if (screen.fails || !screen.canBlock) throw new Error('screen captures cannot be blocked');
    screen.isBlocked = on;
  },
});

import { registerPlugin } from '@capacitor/core';
import type { ScreenGuardPlugin } from '@sealflow/native-shell';
import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';

const ScreenGuard = registerPlugin<ScreenGuardPlugin>('ScreenGuard');

/**
 * Android marks the window as secure; iOS renders the app inside a field that the system excludes from screen
 * captures.
 */
export const createCapacitorScreenGuard = (): ScreenGuardPort => ({
  canBlock: true,
  block: (on) => ScreenGuard.block({ on }),
});

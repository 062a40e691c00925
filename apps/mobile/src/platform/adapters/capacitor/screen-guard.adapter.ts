import { registerPlugin } from '@capacitor/core';
import type { ScreenGuardPlugin } from '@sealflow/native-shell';
import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';

const ScreenGuard = registerPlugin<ScreenGuardPlugin>('ScreenGuard');

/** Android marks the window as secure; iOS draws the app inside a field that the system keeps out of pictures. */
export const createCapacitorScreenGuard = (): ScreenGuardPort => ({
  canBlock: true,
  block: (on) => ScreenGuard.block({ on }),
});

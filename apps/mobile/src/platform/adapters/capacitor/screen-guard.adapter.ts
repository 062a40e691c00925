import { Capacitor, registerPlugin } from '@capacitor/core';
import { PrivacyScreen } from '@capacitor-community/privacy-screen';
import type { ScreenGuardPlugin } from '@sealflow/native-shell';
import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';

const ScreenGuard = registerPlugin<ScreenGuardPlugin>('ScreenGuard');

/** Android marks the window as secure; iOS draws the app inside a field that the system keeps out of pictures. */
export function createCapacitorScreenGuard(): ScreenGuardPort {
  const isIos = Capacitor.getPlatform() === 'ios';
  return {
    canBlock: true,
    block: (on) => {
      if (!isIos) return ScreenGuard.block({ on });
      return on ? PrivacyScreen.enable() : PrivacyScreen.disable();
    },
  };
}

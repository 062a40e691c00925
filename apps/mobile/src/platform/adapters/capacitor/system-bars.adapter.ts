import { SystemBars, SystemBarsStyle } from '@capacitor/core';
import type { SystemBarsPort } from '../../ports/system-bars.port.ts';

/** Capacitor's own bars. Told at each change: the style that follows the system is settled at its first use. */
export function createCapacitorSystemBars(): SystemBarsPort {
  return {
    setStyle: (theme) =>
      SystemBars.setStyle({ style: theme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light }),
  };
}

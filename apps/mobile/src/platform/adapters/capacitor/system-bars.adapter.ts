import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core';
import type { SystemBarsPort } from '../../ports/system-bars.port.ts';

/** From this WebView on the page itself lies under the bars on Android (`SystemBars.java`). */
const edgeToEdge = 140;

/** Below that the bars stand on the window's own ground, which follows the system's theme and not the app's. */
const standsOnWindow = () => {
  const version = /Chrome\/(\d+)/u.exec(navigator.userAgent)?.[1];
  return Capacitor.getPlatform() === 'android' && version !== undefined && Number(version) < edgeToEdge;
};

/** Capacitor's own bars. Told at each change: a style that follows the system is settled when it is set. */
export function createCapacitorSystemBars(): SystemBarsPort {
  const follow = () => SystemBars.setStyle({ style: SystemBarsStyle.Default });
  if (standsOnWindow()) {
    const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    system?.addEventListener('change', () => void follow().catch(() => undefined));
    return { setStyle: follow };
  }
  return {
    setStyle: (theme) =>
      SystemBars.setStyle({ style: theme === 'dark' ? SystemBarsStyle.Dark : SystemBarsStyle.Light }),
  };
}

import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core';
import type { SystemBarsPort } from '../../ports/system-bars.port.ts';

type Theme = Parameters<SystemBarsPort['setStyle']>[0];

/** From this WebView version on the page extends under the bars on Android (`SystemBars.java`). */
const minEdgeToEdgeVersion = 140;

const isBelowEdgeToEdge = () => {
  const version = /Chrome\/(\d+)/u.exec(navigator.userAgent)?.[1];
  return version !== undefined && Number(version) < minEdgeToEdgeVersion;
};

/** Insets that the shell writes into the page: all zero where it pads the window instead. */
const insetNames = ['top', 'right', 'bottom', 'left'].map((side) => `--safe-area-inset-${side}`);

/**
 * Whether the bars lie on the window's background, which follows the system's theme and not the app's. The shell
 * decides by the version of the WebView's package, which differs from the user agent's on some phones; until it has
 * written the insets, the user agent is the best guess.
 */
function isWindowPadded(): boolean {
  if (Capacitor.getPlatform() !== 'android') return false;
  const root = document.documentElement as HTMLElement | undefined;
  const insets = insetNames.map((name) => root?.style.getPropertyValue(name) ?? '');
  return insets.includes('') ? isBelowEdgeToEdge() : insets.every((inset) => Number.parseFloat(inset) === 0);
}

const styles = { dark: SystemBarsStyle.Dark, light: SystemBarsStyle.Light } as const;

/**
 * Capacitor's system bars. Applied at each change, because a style that follows the system is resolved when it is
 * set.
 */
export function createCapacitorSystemBars(): SystemBarsPort {
  let appliedTheme: Theme | undefined;
  let wasPadded = isWindowPadded();
  const apply = async () => {
    wasPadded = isWindowPadded();
    if (appliedTheme !== undefined)
      await SystemBars.setStyle({ style: wasPadded ? SystemBarsStyle.Default : styles[appliedTheme] });
  };
  const reapply = () => void apply().catch(() => undefined);
  const applyIfPaddingChanged = () => {
    if (wasPadded !== isWindowPadded()) reapply();
  };
  const root = (globalThis.document as Document | undefined)?.documentElement;
  if (root !== undefined && typeof MutationObserver === 'function') {
    new MutationObserver(applyIfPaddingChanged).observe(root, { attributeFilter: ['style'] });
  }
  globalThis.matchMedia?.('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (isWindowPadded()) reapply();
  });
  return {
    setStyle: (theme) => {
      appliedTheme = theme;
      return apply();
    },
  };
}

import { App } from '@capacitor/app';
import { Capacitor, registerPlugin } from '@capacitor/core';
import { Geolocation } from '@capacitor/geolocation';
import { Keyboard } from '@capacitor/keyboard';
import { Badge } from '@capawesome/capacitor-badge';
import { limits } from '@sealflow/domain/limits';
import type { ScreenGuardPlugin } from '@sealflow/native-shell';
import type { AppBadgePort } from '../../ports/app-badge.port.ts';
import type { BackButtonPort } from '../../ports/back-button.port.ts';
import type { GeolocationPort } from '../../ports/geolocation.port.ts';
import type { KeyboardPort } from '../../ports/keyboard.port.ts';
import type { PushPort } from '../../ports/push.port.ts';
import type { ScreenGuardPort } from '../../ports/screen-guard.port.ts';
import { createListeners } from '../listeners.util.ts';
import { listenToPlugin } from './plugin-events.util.ts';

/**
 * On iOS setting and clearing the badge would show the permission prompt, which belongs to push messages, after a
 * press.
 */
const isAllowed = async () =>
  Capacitor.getPlatform() !== 'ios' || (await Badge.checkPermissions()).display === 'granted';

/** The number on the app's icon, where the launcher shows one. */
export function createCapacitorAppBadge(): AppBadgePort {
  const show = async (count: number) => {
    const { isSupported } = await Badge.isSupported();
    if (!isSupported || !(await isAllowed())) return;
    await (count > 0 ? Badge.set({ count }) : Badge.clear());
  };
  return { show: (count) => show(count).catch(() => undefined) };
}

/** Android's back button and gesture. iOS has neither, and does not allow an app to exit. */
export function createCapacitorBackButton(): BackButtonPort {
  return {
    subscribe: (listener) =>
      listenToPlugin(
        (emit) => App.addListener('backButton', emit),
        () => listener(),
      ),
    exitApp: () => App.exitApp().catch(() => undefined),
  };
}

/** Denied by the user or by device management; a location service that is switched off is neither. */
const deniedCodes = new Set(['OS-PLUG-GLOC-0003', 'OS-PLUG-GLOC-0008']);
const isDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && deniedCodes.has(String(error.code));

/** The system's location, without Google's services on phones that lack them. Requests the permission itself. */
export function createCapacitorGeolocation(): GeolocationPort {
  return {
    async current() {
      try {
        const { coords } = await Geolocation.getCurrentPosition({
          enableHighAccuracy: true,
          timeout: limits.geolocationTimeoutMs,
          enableLocationFallback: true,
        });
        return { lng: coords.longitude, lat: coords.latitude, accuracy: coords.accuracy };
      } catch (error) {
        return isDenied(error) ? 'denied' : 'unavailable';
      }
    },
  };
}

/** The system's keyboard. The shell shrinks the page for it, so it covers nothing. */
export function createCapacitorKeyboard(): KeyboardPort {
  const changes = createListeners();
  let state = { isVisible: false, covered: 0 };
  const setVisible = (isVisible: boolean) => () => {
    if (isVisible === state.isVisible) return;
    state = { isVisible, covered: 0 };
    changes.emit();
  };
  listenToPlugin((emit) => Keyboard.addListener('keyboardWillShow', emit), setVisible(true));
  listenToPlugin((emit) => Keyboard.addListener('keyboardDidShow', emit), setVisible(true));
  listenToPlugin(
    (emit) => Keyboard.addListener('keyboardWillHide', () => emit(undefined)),
    setVisible(false),
  );
  listenToPlugin((emit) => Keyboard.addListener('keyboardDidHide', () => emit(undefined)), setVisible(false));
  return { state: () => state, subscribe: changes.subscribe };
}

const ScreenGuard = registerPlugin<ScreenGuardPlugin>('ScreenGuard');

/**
 * Android marks the window as secure; iOS renders the app inside a field that the system excludes from screen
 * captures.
 */
export const createCapacitorScreenGuard = (): ScreenGuardPort => ({
  canBlock: true,
  block: (on) => ScreenGuard.block({ on }),
});

/** A build without a push provider: it offers no push messages and requests no permission. */
export const createNoPush = (): PushPort => ({
  provider: 'webpush',
  permission: async () => 'unsupported',
  requestPermission: async () => 'unsupported',
  subscribe: () => Promise.reject(new Error('this build has no push service')),
  unsubscribe: async () => undefined,
  clearNotices: async () => undefined,
  subscribeToMessages: () => () => undefined,
  subscribeToToken: () => () => undefined,
});

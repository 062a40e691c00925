import { limits } from '@sealflow/domain/limits';
import type { AppBadgePort } from '../../ports/app-badge.port.ts';
import type { AppLockPort } from '../../ports/app-lock.port.ts';
import type { GeolocationPort } from '../../ports/geolocation.port.ts';
import type { NetworkPort } from '../../ports/network.port.ts';

/** The Badging API: installed apps in Chromium and Safari have it; other browsers have no icon. */
export function createWebAppBadge(): AppBadgePort {
  const browser: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator;
  return {
    async show(count) {
      // A browser may reject it for pages that are not installed.
      await (count > 0 ? browser.setAppBadge?.(count) : browser.clearAppBadge?.())?.catch(() => undefined);
    },
  };
}

/** Loaded on use: most users have no lock, so the first screen does not need the code. */
const webAuthn = () => import('./webauthn.util.ts');

/**
 * WebAuthn with the platform authenticator. A bare confirmation could be faked by a script, so only an authenticator
 * that derives a secret (the PRF extension) is accepted: that secret is the only way to unlock the key.
 */
export function createWebAppLock(): AppLockPort {
  return {
    canEnrol: async () =>
      'PublicKeyCredential' in window &&
      (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)),
    enrol: async (person) => (await webAuthn()).enrol(person),
    deriveKey: async (enrolment) => (await webAuthn()).deriveKey(enrolment),
    watch(listener) {
      const notify = () => listener(document.visibilityState === 'visible' ? 'seen' : 'gone');
      document.addEventListener('visibilitychange', notify);
      return () => document.removeEventListener('visibilitychange', notify);
    },
  };
}

export function createWebGeolocation(): GeolocationPort {
  return {
    current: () =>
      new Promise((resolve) => {
        // Missing on pages that are not in a secure context.
        if (!('geolocation' in navigator)) return resolve('unavailable');
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => resolve({ lng: coords.longitude, lat: coords.latitude, accuracy: coords.accuracy }),
          ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
          { enableHighAccuracy: true, timeout: limits.geolocationTimeoutMs },
        );
      }),
  };
}

export function createWebNetwork(): NetworkPort {
  return {
    isOnline: () => navigator.onLine,
    subscribe(listener) {
      const notify = () => listener(navigator.onLine);
      addEventListener('online', notify);
      addEventListener('offline', notify);
      return () => {
        removeEventListener('online', notify);
        removeEventListener('offline', notify);
      };
    },
  };
}

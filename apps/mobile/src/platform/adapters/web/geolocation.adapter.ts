import { limits } from '@sealflow/domain/limits';
import type { GeolocationPort } from '../../ports/geolocation.port.ts';

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

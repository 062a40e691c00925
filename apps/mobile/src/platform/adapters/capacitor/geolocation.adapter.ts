import { Geolocation } from '@capacitor/geolocation';
import { limits } from '@sealflow/domain/limits';
import type { GeolocationPort } from '../../ports/geolocation.port.ts';

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

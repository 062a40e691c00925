import { afterEach, expect, it, vi } from 'vitest';
import { createWebGeolocation } from './small-ports.adapter.ts';

type Device = Pick<Geolocation, 'getCurrentPosition'>;

const withDevice = (geolocation: Device | undefined) => {
  vi.stubGlobal('navigator', geolocation === undefined ? {} : { geolocation });
  return createWebGeolocation().current();
};

const failing = (code: number): Device => ({
  getCurrentPosition: (_, fail) => fail?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError),
});

afterEach(() => vi.unstubAllGlobals());

it('requests the location with high accuracy within 5 s', async () => {
  const requests: (PositionOptions | undefined)[] = [];
  const found = await withDevice({
    getCurrentPosition: (done, _, options) => {
      requests.push(options);
      done({ coords: { longitude: 121.4737, latitude: 31.2304, accuracy: 12 } } as GeolocationPosition);
    },
  });
  expect(requests).toEqual([{ enableHighAccuracy: true, timeout: 5_000 }]);
  expect(found).toEqual({ lng: 121.4737, lat: 31.2304, accuracy: 12 });
});

it('distinguishes a refusal by the user from an unavailable location', async () => {
  expect(await withDevice(failing(1))).toBe('denied');
  expect(await withDevice(failing(3))).toBe('unavailable');
  expect(await withDevice(undefined)).toBe('unavailable');
});

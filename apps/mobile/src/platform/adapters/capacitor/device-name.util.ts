import type { DevicePlatform } from '../../ports/device-keys.port.ts';

/** Android's WebView puts the model between version and build: `Android 13; V2148A Build/…`. */
const model = (userAgent: string) => /Android [\d.]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/u.exec(userAgent)?.[1];

/** Name of this phone for the user's list of devices. An iPad identifies itself as a Mac. */
export function describeNativeDevice(
  platform: string,
  userAgent: string,
): { readonly name: string; readonly platform: DevicePlatform } {
  if (platform === 'ios') return { name: /iPhone/u.test(userAgent) ? 'iPhone' : 'iPad', platform: 'ios' };
  return { name: model(userAgent) ?? 'Android', platform: 'android' };
}

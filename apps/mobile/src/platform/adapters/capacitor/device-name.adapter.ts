import type { DevicePlatform } from '../../ports/device-keys.port.ts';

/** Android's WebView names the model between its version and its build: `Android 13; V2148A Build/…`. */
const model = (userAgent: string) => /Android [\d.]+; ([^;)]+?)(?: Build\/[^;)]*)?[;)]/u.exec(userAgent)?.[1];

/** This phone as a person recognises it in the list of their devices. An iPad says of itself that it is a Mac. */
export function nativeDevice(
  platform: string,
  userAgent: string,
): { readonly name: string; readonly platform: DevicePlatform } {
  if (platform === 'ios') return { name: /iPhone/u.test(userAgent) ? 'iPhone' : 'iPad', platform: 'ios' };
  return { name: model(userAgent) ?? 'Android', platform: 'android' };
}

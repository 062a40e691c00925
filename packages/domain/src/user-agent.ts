export type MobileSystem = 'android' | 'ios';

/**
 * The mobile operating system of a user agent.
 * @returns null if it names none; `other` for a system for which there is no release, such as Windows Phone.
 */
export function mobileSystem(userAgent: string): MobileSystem | 'other' | null {
  // Windows Phone and KaiOS also claim to be Android or iPhone, in order to receive mobile pages.
  if (/windows phone|kaios|blackberry|bb10|webos|symbian/iu.test(userAgent)) return 'other';
  // HarmonyOS up to 4 runs Android packages and names Android; OpenHarmony does neither.
  if (/android/iu.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/iu.test(userAgent)) return 'ios';
  return /mobile|openharmony/iu.test(userAgent) ? 'other' : null;
}

/** A device counts as a PC unless its user agent names a mobile system (section 5). */
export function isPc(userAgent: string): boolean {
  return mobileSystem(userAgent) === null;
}

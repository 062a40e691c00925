export type MobileSystem = 'android' | 'ios';

/**
 * The mobile system that a user agent names.
 * @returns null where it names none. A system without releases of its own, such as Windows Phone, is `other`.
 */
export function mobileSystem(userAgent: string): MobileSystem | 'other' | null {
  // Windows Phone and KaiOS call themselves Android or iPhone as well, to be given pages for phones.
  if (/windows phone|kaios|blackberry|bb10|webos|symbian/iu.test(userAgent)) return 'other';
  // HarmonyOS up to 4 runs Android's packages and says Android; OpenHarmony does neither.
  if (/android/iu.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/iu.test(userAgent)) return 'ios';
  return /mobile|openharmony/iu.test(userAgent) ? 'other' : null;
}

/** A device counts as PC unless its user agent names a mobile platform (section 5). */
export function isPc(userAgent: string): boolean {
  return mobileSystem(userAgent) === null;
}

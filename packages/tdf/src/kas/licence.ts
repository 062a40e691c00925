import type { LicenceTerms } from './terms.ts';

/**
 * A use licence as stored on a device: plain JSON, useless without the agreement key of the device. It has one entry
 * for each key, and more than one only if the data key is split.
 */
export interface UseLicence extends Omit<LicenceTerms, 'permissions'> {
  readonly version: 1;
  readonly keys: readonly LicensedKey[];
  /** PEM of the ephemeral key of the service. */
  readonly sessionPublicKey: string;
  /**
   * The terms exactly as the service wrote them, as required by the key derivation. The other fields of terms are
   * copies. Permissions have no copy, because a device could change it.
   */
  readonly terms: string;
}

export interface LicensedKey {
  readonly kid: string | null;
  readonly sid: string | null;
  /** Base64: IV, wrapped key, tag. */
  readonly wrappedKey: string;
}

/**
 * Whether a stored licence is still valid.
 * @param now the latest known time of device or service, in milliseconds since 1970, so that setting the clock back has
 * no effect.
 */
export const isLicenceValid = (
  { issuedAt, leaseEnd }: Pick<LicenceTerms, 'issuedAt' | 'leaseEnd'>,
  now: number,
): boolean => leaseEnd === null || (now < leaseEnd && issuedAt <= leaseEnd);

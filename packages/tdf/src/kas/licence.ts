import type { LicenceTerms } from './terms.ts';

/**
 * A use licence as a device keeps it: plain JSON, worthless without the device's agreement key. One entry a key, which
 * is more than one only where the data key is split.
 */
export interface UseLicence extends LicenceTerms {
  readonly version: 1;
  readonly keys: readonly LicensedKey[];
  /** PEM of the service's ephemeral key. */
  readonly sessionPublicKey: string;
  /** The terms as the service wrote them, which opening needs to the letter. The other fields of terms are copies. */
  readonly terms: string;
}

export interface LicensedKey {
  readonly kid: string | null;
  readonly sid: string | null;
  /** Base64: IV, wrapped key, tag. */
  readonly wrappedKey: string;
}

/**
 * Whether a kept licence may still be used.
 * @param now the greatest time seen, device's or service's, in milliseconds since 1970: a clock set back gains nothing.
 */
export const isLicenceValid = ({ issuedAt, leaseEnd }: LicenceTerms, now: number): boolean =>
  leaseEnd === null || (now < leaseEnd && issuedAt <= leaseEnd);

import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { createReadableSecret } from '../../../infra/random/readable-secret.util.ts';

const periodSeconds = 30;
/** RFC 6238, section 5.2: one step of tolerance for clocks and for the time that typing takes. */
const toleratedSteps = 1;
/** RFC 4226, section 4: at least 128 bits, 160 bits recommended. */
const secretBytes = 20;
const issuer = 'Sealflow';

/** Creates the shared secret of an authenticator app. */
export function createTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** The secret in the form that people type, and the address that an authenticator app reads from a QR code. */
export function describeTotpSecret(secret: Buffer, username: string): { secret: string; uri: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step of a code, compared in constant time.
 * @returns undefined where the code is wrong, or belongs to the step of an accepted code or an earlier one.
 */
export function matchTotpStep(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: number; lastStep: number | null },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: toleratedSteps });
  if (delta === null) return undefined;
  const step = Math.floor(now / 1000 / periodSeconds) + delta;
  return lastStep !== null && step <= lastStep ? undefined : step;
}

/** SHA-1, six digits and 30 s are the only parameters that every authenticator app supports. */
function totpOf(secret: Buffer, label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}

const recoveryCodeCount = 10;

/** Creates recovery codes of 118 bits each: a plain digest of them cannot be reversed (OWASP ASVS 6.5.2). */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    createReadableSecret({ groupCount: 6, charactersPerGroup: 4 }),
  );
}

/** The digest of a recovery code, as people type it: upper case, spaces and missing hyphens are accepted. */
export function recoveryCodeDigest(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest();
}

import { fromBase64Url, toBase64, toBase64Url, toHex } from './base64.ts';
import { type Bytes, concat, textOf, utf8 } from './bytes.ts';
import { hmac } from './data-key.ts';
import type { Assertion } from './manifest.ts';

/** The id of our own assertion. The policy requires it. */
export const DOCUMENT_ASSERTION = 'sealflow-document';

/** The statement of our assertion. */
export interface DocumentStatement {
  readonly mimeType: string | null;
  /** Size of the plaintext in bytes. */
  readonly size: number;
  /** Plaintext size of a full segment, in bytes. */
  readonly segmentSize: number;
  /** SHA-256, in hexadecimal, of the text of `encryptedMetadata`, which contains the name; null without metadata. */
  readonly metadata: string | null;
}

export const sha256 = async (data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));

/** Canonical JSON (RFC 8785) of a value from `JSON.parse`. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join()}}`;
}

type UnboundAssertion = Omit<Assertion, 'binding'>;

// The hash covers the assertion without its binding, as in the public SDKs (schema/OpenTDF/assertion_binding.md).
const hashAssertion = (assertion: UnboundAssertion): Promise<Bytes> =>
  sha256(utf8(canonical({ ...assertion, binding: undefined })));

/**
 * Binds an assertion to a payload: a JWS (RFC 7515, HS256 with the payload key) over the hash of the assertion and all
 * segment hashes.
 * @param segments the concatenated segment hashes that the root signature covers.
 */
export async function signAssertion(
  assertion: UnboundAssertion,
  segments: Bytes,
  sign: CryptoKey,
): Promise<Assertion> {
  const hash = await hashAssertion(assertion);
  const claims = { assertionHash: toHex(hash), assertionSig: toBase64(concat([segments, hash])) };
  const encodePart = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));
  const signed = `${encodePart({ alg: 'HS256' })}.${encodePart(claims)}`;
  const signature = toBase64Url(await hmac(sign, utf8(signed)));
  return { ...assertion, binding: { method: 'jws', signature: `${signed}.${signature}` } };
}

/**
 * Result of the verification of an assertion. `verified`: signed with the payload key. `unverified`: signed with a key
 * that this reader does not have. `changed`: the assertion contradicts its own claims, whoever signed it.
 */
export type AssertionState = 'verified' | 'unverified' | 'changed';

/**
 * Verifies an assertion against the segment hashes of the payload, as bound by `signAssertion`. If another key signed
 * it, the signature cannot be verified, whatever its algorithm, but the hashes in its claims can still be compared.
 */
export async function verifyAssertion(
  assertion: Assertion,
  segments: Bytes,
  verify: CryptoKey,
): Promise<AssertionState> {
  // Writers in Java use upper case.
  if (assertion.binding.method.toLowerCase() !== 'jws') return 'unverified';
  try {
    const [header = '', claims = '', signature = '', ...more] = assertion.binding.signature.split('.');
    if (more.length > 0 || !(await claimsMatch(assertion, segments, decodePart(claims)))) return 'changed';
    if (decodePart(header)['alg'] !== 'HS256') return 'unverified';
    const signed = utf8(`${header}.${claims}`);
    const isSignatureValid = await crypto.subtle.verify('HMAC', verify, fromBase64Url(signature), signed);
    return isSignatureValid ? 'verified' : 'unverified';
  } catch {
    return 'changed';
  }
}

async function claimsMatch(
  assertion: Assertion,
  segments: Bytes,
  { assertionHash, assertionSig }: Record<string, unknown>,
): Promise<boolean> {
  for (const hash of await Promise.all(hashedForms(assertion).map(hashAssertion))) {
    if (assertionHash !== toHex(hash)) continue;
    // Files before 4.3.0 bind the hexadecimal digits of the hash.
    const acceptedSignatures = [hash, utf8(toHex(hash))].map((form) => toBase64(concat([segments, form])));
    return acceptedSignatures.some((sig) => sig === assertionSig);
  }
  return false;
}

// For a structured value, the Go and Java SDKs hash its text and the web SDK hashes the structure. Both cover all of
// it.
function hashedForms(assertion: Assertion): readonly Assertion[] {
  const { statement } = assertion;
  if (typeof statement.value !== 'object' || statement.value === null) return [assertion];
  return [assertion, { ...assertion, statement: { ...statement, value: canonical(statement.value) } }];
}

const decodePart = (encodePart: string): Record<string, unknown> =>
  JSON.parse(textOf(fromBase64Url(encodePart))) as Record<string, unknown>;

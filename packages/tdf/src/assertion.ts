import { fromBase64Url, toBase64, toBase64Url, toHex } from './base64.ts';
import { type Bytes, concat, textOf, utf8 } from './bytes.ts';
import { hmac } from './data-key.ts';
import type { Assertion } from './manifest.ts';

/** The id of our own assertion; the policy says that it must be there. */
export const DOCUMENT_ASSERTION = 'sealflow-document';

/** What our assertion vouches for. */
export interface DocumentStatement {
  readonly mimeType: string | null;
  /** Plain bytes. */
  readonly size: number;
  /** Plain bytes of a full segment. */
  readonly segmentSize: number;
  /** SHA-256, in hex, of the text of `encryptedMetadata`, which holds the name; null where there is none. */
  readonly metadata: string | null;
}

export const sha256 = async (data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data));

/** JSON in canonical form (RFC 8785) for what `JSON.parse` gives. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join()}}`;
}

type Unsigned = Omit<Assertion, 'binding'>;

// What is hashed is the assertion without its binding, as the public SDKs do (schema/OpenTDF/assertion_binding.md).
const hashOf = (assertion: Unsigned): Promise<Bytes> =>
  sha256(utf8(canonical({ ...assertion, binding: undefined })));

/**
 * Binds an assertion to a payload: a JWS (RFC 7515, HS256 by the payload key) over the assertion's hash and all segment
 * hashes.
 * @param segments the concatenated segment hashes that the root signature is over.
 */
export async function signAssertion(
  assertion: Unsigned,
  segments: Bytes,
  sign: CryptoKey,
): Promise<Assertion> {
  const hash = await hashOf(assertion);
  const claims = { assertionHash: toHex(hash), assertionSig: toBase64(concat([segments, hash])) };
  const part = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));
  const signed = `${part({ alg: 'HS256' })}.${part(claims)}`;
  const signature = toBase64Url(await hmac(sign, utf8(signed)));
  return { ...assertion, binding: { method: 'jws', signature: `${signed}.${signature}` } };
}

/**
 * What is known of an assertion: `verified` by the payload key; `unverified` where another key signed it, which this reader
 * does not have; `changed` where its own claims contradict it, whoever signed it.
 */
export type AssertionState = 'verified' | 'unverified' | 'changed';

/**
 * Checks an assertion against the payload's segment hashes, as `signAssertion` bound it. The algorithm of the signature makes no
 * difference: without the signer's key none can be verified, and the hashes in the claims can be compared for all of them.
 */
export async function verifyAssertion(
  assertion: Assertion,
  segments: Bytes,
  verify: CryptoKey,
): Promise<AssertionState> {
  // Writers in Java write it in upper case.
  if (assertion.binding.method.toLowerCase() !== 'jws') return 'unverified';
  try {
    const [header = '', claims = '', signature = '', ...more] = assertion.binding.signature.split('.');
    if (more.length > 0 || !(await claimsMatch(assertion, segments, jsonOf(claims)))) return 'changed';
    if (jsonOf(header)['alg'] !== 'HS256') return 'unverified';
    const signed = utf8(`${header}.${claims}`);
    const isOurs = await crypto.subtle.verify('HMAC', verify, fromBase64Url(signature), signed);
    return isOurs ? 'verified' : 'unverified';
  } catch {
    return 'changed';
  }
}

async function claimsMatch(
  assertion: Assertion,
  segments: Bytes,
  { assertionHash, assertionSig }: Record<string, unknown>,
): Promise<boolean> {
  for (const hash of await Promise.all(readingsOf(assertion).map(hashOf))) {
    if (assertionHash !== toHex(hash)) continue;
    // Files before 4.3.0 bind the hex digits of the hash.
    const bound = [hash, utf8(toHex(hash))].map((form) => toBase64(concat([segments, form])));
    return bound.some((sig) => sig === assertionSig);
  }
  return false;
}

// The SDKs in Go and Java hash a structured value as its text, the web SDK as the structure; both cover all of it.
function readingsOf(assertion: Assertion): readonly Assertion[] {
  const { statement } = assertion;
  if (typeof statement.value !== 'object' || statement.value === null) return [assertion];
  return [assertion, { ...assertion, statement: { ...statement, value: canonical(statement.value) } }];
}

const jsonOf = (part: string): Record<string, unknown> =>
  JSON.parse(textOf(fromBase64Url(part))) as Record<string, unknown>;

import type { Bytes } from '../src/bytes.ts';
import { concat, equalBytes } from '../src/bytes.ts';
import {
  bytesSource,
  deviceSession,
  generateLicenceKeyPair,
  grantMetadata,
  importForOpening,
  importLicenceKey,
  isPolicyBound,
  type KasAlgorithm,
  type KasClient,
  type KeyAccessMessage,
  keyAccessUrlOf,
  type LicenceTerms,
  OBLIGATIONS,
  openDocument,
  openLicence,
  type PayloadKeys,
  parsePolicy,
  type RewrapResponse,
  readSealed,
  refusalError,
  refusalMetadata,
  requestLicence,
  type SealOptions,
  seal,
  TdfError,
  termsText,
  unwrapDataKey,
  verifyRequestToken,
} from '../src/index.ts';

/** A tenant's key access service without a network, built from the components of the service. */
export interface TestKas {
  readonly platformUrl: string;
  readonly keys: ReadonlyMap<string, { readonly privateKey: CryptoKey; readonly publicKeyPem: string }>;
}

export const PLATFORM_URL = 'https://files.example/otdf/t1';
export const KID = 'lk1.ec.1';
export const DOCUMENT_ID = '3f0a1c9e-6a52-4d0b-9d0e-2b8c9f1e7a10';

export async function makeKas(
  kids: Record<string, KasAlgorithm> = { [KID]: 'ec:secp256r1' },
): Promise<TestKas> {
  const keys = await Promise.all(
    Object.entries(kids).map(async ([kid, algorithm]) => {
      const { pkcs8, publicKeyPem } = await generateLicenceKeyPair(algorithm);
      return [kid, { privateKey: await importLicenceKey(algorithm, pkcs8), publicKeyPem }] as const;
    }),
  );
  return { platformUrl: PLATFORM_URL, keys: new Map(keys) };
}

export interface TestDevice {
  readonly agreement: CryptoKeyPair;
  readonly signing: CryptoKeyPair;
}

export async function makeDevice(): Promise<TestDevice> {
  const curve = { namedCurve: 'P-256' };
  return {
    agreement: await crypto.subtle.generateKey({ name: 'ECDH', ...curve }, false, ['deriveKey']),
    signing: await crypto.subtle.generateKey({ name: 'ECDSA', ...curve }, false, ['sign', 'verify']),
  };
}

/** Responds to a rewrap request as the service does, with terms that a test chooses. */
export function kasFetch(kas: TestKas, device: TestDevice, terms: Partial<LicenceTerms> = {}): typeof fetch {
  return async (_url, init) => {
    const { signedRequestToken } = JSON.parse(init?.body as string) as { signedRequestToken: string };
    const token = { token: signedRequestToken, signingKey: device.signing.publicKey, now: Date.now() };
    const { request } = await verifyRequestToken(token);
    const [asked] = request.requests ?? [];
    const policy = asked?.policy.body ?? '';
    const text = termsText({
      documentId: parsePolicy(policy).uuid,
      obligations: [OBLIGATIONS.watermark],
      issuedAt: 1_700_000_000_000,
      leaseEnd: null,
      ...terms,
    });
    const session = await deviceSession(device.agreement.publicKey, text);
    const results = (asked?.keyAccessObjects ?? []).map(async ({ keyAccessObjectId, keyAccessObject }) => {
      try {
        const dataKey = await unwrapByKid(kas, keyAccessObject);
        const { verify } = await importForOpening(dataKey);
        if (
          !keyAccessObject.policyBinding ||
          !(await isPolicyBound(verify, policy, keyAccessObject.policyBinding))
        ) {
          throw new Error('not bound');
        }
        const kasWrappedKey = await session.wrap(dataKey);
        return { keyAccessObjectId, status: 'permit' as const, kasWrappedKey, metadata: grantMetadata(text) };
      } catch {
        const [error, metadata] = [refusalError('key_unknown'), refusalMetadata('key_unknown')];
        return { keyAccessObjectId, status: 'fail' as const, error, metadata };
      }
    });
    const answer: RewrapResponse = {
      sessionPublicKey: session.sessionPublicKey,
      responses: [{ policyId: 'policy', results: await Promise.all(results) }],
    };
    return Response.json(answer);
  };
}

// Without a kid the service tries all its keys, because the kid is optional in the specification.
async function unwrapByKid({ keys }: TestKas, entry: KeyAccessMessage): Promise<Bytes> {
  const tried = entry.kid === undefined ? [...keys.values()] : [keys.get(entry.kid)];
  for (const key of tried) {
    const dataKey = key && (await unwrapDataKey(entry, key.privateKey).catch(() => undefined));
    if (dataKey) return dataKey;
  }
  throw new Error('no such key');
}

export const clientOf = (device: TestDevice, fetch: typeof globalThis.fetch): KasClient => ({
  platformUrl: PLATFORM_URL,
  token: 'a-token',
  signingKey: device.signing.privateKey,
  fulfillable: [OBLIGATIONS.watermark],
  fetch,
});

/** Deterministic bytes without repeated parts. */
export function sample(size: number): Bytes {
  const bytes = new Uint8Array(size);
  let state = 0x9e3779b9;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

export async function collect(chunks: AsyncIterable<Bytes>): Promise<Bytes> {
  const parts: Bytes[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return concat(parts);
}

export const sealOptions = (kas: TestKas, content: SealOptions['content'], kid = KID): SealOptions => ({
  kas: { url: keyAccessUrlOf(kas.platformUrl), kid, publicKeyPem: kas.keys.get(kid)?.publicKeyPem ?? '' },
  policy: {
    uuid: DOCUMENT_ID,
    namespace: 't1.files.example',
    owner: 'u-7',
    org: 'o-3',
    classification: 'c 密',
  },
  mimeType: 'application/pdf',
  name: '合同 2026.pdf',
  content,
});

/** A sealed file and its keys, obtained through a real licence. */
export interface Sealed {
  readonly file: Bytes;
  readonly keys: PayloadKeys;
}

export async function sealSample(size: number): Promise<Sealed & { readonly plain: Bytes }> {
  const kas = await makeKas();
  const plain = sample(size);
  const file = await collect(seal(sealOptions(kas, plain)).stream);
  return { plain, file, keys: await keysOf(file, kas) };
}

export async function keysOf(file: Bytes, kas: TestKas): Promise<PayloadKeys> {
  const device = await makeDevice();
  const sealed = await readSealed(bytesSource(file));
  if (!sealed) throw new Error('not sealed');
  const licence = await requestLicence(clientOf(device, kasFetch(kas, device)), sealed);
  return openLicence(licence, device.agreement.privateKey);
}

/** Everything that an opened file shows. */
export async function everythingOf({ file, keys }: Sealed) {
  const { facts, name, attested, assertions, bytes } = await openDocument({
    source: bytesSource(file),
    keys,
  });
  return { facts, name, attested, assertions, content: await bytes.read(0, bytes.size) };
}

/** Outcome for a changed file: the error code, or whether everything that it shows is unchanged. */
export async function fateOf(
  file: Bytes,
  { keys, plain }: Sealed & { readonly plain: Bytes },
): Promise<string> {
  try {
    const { facts, name, attested, content } = await everythingOf({ file, keys });
    const shown = JSON.stringify({ facts, name, attested });
    return shown === shownOf(plain.length) && equalBytes(content, plain) ? 'unaltered' : `altered: ${shown}`;
  } catch (error) {
    if (error instanceof TdfError) return error.code;
    throw error;
  }
}

/** The facts about a sample, in the order in which the reader reports them. */
export const sampleFacts = (size: number) => ({
  encrypted: true,
  key: 'lk1',
  userOID: 'u-7',
  orgID: 'o-3',
  clID: 'c 密',
  mimeType: 'application/pdf',
  size,
  documentId: DOCUMENT_ID,
  kid: KID,
});

/** What an opened sample shows besides its content. */
const shownOf = (size: number): string =>
  JSON.stringify({
    facts: sampleFacts(size),
    name: '合同 2026.pdf',
    attested: true,
  });

/** Undefined if the work fails with a coded error. Any other error is a defect. */
export async function orNamed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TdfError) return undefined;
    throw error;
  }
}

import { fromBase64, toBase64 } from '@sealflow/tdf/base64';
import type { Enrolment } from '../../ports/app-lock.port.ts';
import { randomBytes } from '../../random.util.ts';

type Prf = { readonly enabled?: boolean; readonly results?: { readonly first?: ArrayBuffer } };

const prfOf = (credential: PublicKeyCredential): Prf =>
  (credential.getClientExtensionResults() as { prf?: Prf }).prf ?? {};

/** TypeScript's types do not have the PRF extension yet. */
const withPrf = (salt: Uint8Array<ArrayBuffer>) =>
  ({ prf: { eval: { first: salt } } }) as AuthenticationExtensionsClientInputs;

async function orNull<T>(promise: Promise<T | null>): Promise<T | null> {
  // Refused, timed out or unsupported: browsers do not distinguish these reliably.
  return promise.catch(() => null);
}

export async function enrol({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string;
}): Promise<Enrolment | null> {
  const salt = randomBytes(32);
  const credential = (await orNull(
    navigator.credentials.create({
      publicKey: {
        rp: { name: document.title },
        user: { id: new TextEncoder().encode(id), name, displayName: name },
        challenge: randomBytes(32),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
        extensions: withPrf(salt),
      },
    }),
  )) as PublicKeyCredential | null;
  if (credential === null || prfOf(credential).enabled !== true) return null;
  return { id: toBase64(new Uint8Array(credential.rawId)), salt: toBase64(salt) };
}

export async function deriveKey({ id, salt }: Enrolment): Promise<Uint8Array<ArrayBuffer> | null> {
  const assertion = (await orNull(
    navigator.credentials.get({
      publicKey: {
        challenge: randomBytes(32),
        allowCredentials: [{ type: 'public-key', id: fromBase64(id), transports: ['internal'] }],
        userVerification: 'required',
        extensions: withPrf(fromBase64(salt)),
      },
    }),
  )) as PublicKeyCredential | null;
  const secret = assertion === null ? undefined : prfOf(assertion).results?.first;
  return secret === undefined ? null : new Uint8Array(secret);
}

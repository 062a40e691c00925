import type { Enrolment } from '../../ports/app-lock.port.ts';
import { fromBase64, toBase64 } from '../base64.adapter.ts';

const fresh = (size: number) => crypto.getRandomValues(new Uint8Array(size));

type Prf = { readonly enabled?: boolean; readonly results?: { readonly first?: ArrayBuffer } };

const prfOf = (credential: PublicKeyCredential): Prf =>
  (credential.getClientExtensionResults() as { prf?: Prf }).prf ?? {};

/** TypeScript's types do not have the PRF extension yet. */
const withPrf = (salt: Uint8Array<ArrayBuffer>) =>
  ({ prf: { eval: { first: salt } } }) as AuthenticationExtensionsClientInputs;

async function ask<T>(question: Promise<T | null>): Promise<T | null> {
  // Refused, timed out or unsupported: browsers do not distinguish these reliably.
  return question.catch(() => null);
}

export async function enrol({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string;
}): Promise<Enrolment | null> {
  const salt = fresh(32);
  const made = (await ask(
    navigator.credentials.create({
      publicKey: {
        rp: { name: document.title },
        user: { id: new TextEncoder().encode(id), name, displayName: name },
        challenge: fresh(32),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
        extensions: withPrf(salt),
      },
    }),
  )) as PublicKeyCredential | null;
  if (made === null || prfOf(made).enabled !== true) return null;
  return { id: toBase64(new Uint8Array(made.rawId)), salt: toBase64(salt) };
}

export async function key({ id, salt }: Enrolment): Promise<Uint8Array<ArrayBuffer> | null> {
  const shown = (await ask(
    navigator.credentials.get({
      publicKey: {
        challenge: fresh(32),
        allowCredentials: [{ type: 'public-key', id: fromBase64(id), transports: ['internal'] }],
        userVerification: 'required',
        extensions: withPrf(fromBase64(salt)),
      },
    }),
  )) as PublicKeyCredential | null;
  const secret = shown === null ? undefined : prfOf(shown).results?.first;
  return secret === undefined ? null : new Uint8Array(secret);
}

import { signAssertion } from '../../../packages/tdf/src/assertion.ts';
import { fromBase64, toBase64, toHex } from '../../../packages/tdf/src/base64.ts';
import { bindPolicy } from '../../../packages/tdf/src/binding.ts';
import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { hmac, importForSealing } from '../../../packages/tdf/src/data-key.ts';
import type { Assertion, Manifest } from '../../../packages/tdf/src/manifest.ts';

/** What a manifest is while it is being written: nothing of it is certain. */
export type Draft = { -readonly [Name in keyof Manifest]: Manifest[Name] };

export interface Signing {
  /** Of the payload. */
  readonly dataKey: Bytes;
  /** Of each key access entry, in their order; the payload's where there is no other. */
  readonly shares?: readonly Bytes[];
  /** Digests as the hex digits that files before 4.3.0 have. */
  readonly inHex?: boolean;
}

/** Signs a manifest anew with whatever key one has: policy bindings, root signature, and all assertions that have one of ours. */
export async function signed(
  manifest: Manifest,
  { dataKey, shares = [], inHex = false }: Signing,
): Promise<Manifest> {
  const { sign } = await importForSealing(dataKey);
  const { encryptionInformation: old } = manifest;
  const listed = concat(old.integrityInformation.segments.map(({ hash }) => fromBase64(hash)));
  const root = await hmac(sign, listed);
  const keyAccess = await Promise.all(
    old.keyAccess.map(async (entry, index) => {
      const own = shares[index] ? (await importForSealing(shares[index])).sign : sign;
      return { ...entry, policyBinding: await bindPolicy(own, old.policy) };
    }),
  );
  return {
    ...manifest,
    encryptionInformation: {
      ...old,
      keyAccess,
      integrityInformation: {
        ...old.integrityInformation,
        rootSignature: { alg: 'HS256', sig: toBase64(inHex ? utf8(toHex(root)) : root) },
      },
    },
    ...(manifest.assertions ? { assertions: await asserted(manifest.assertions, listed, sign) } : {}),
  };
}

const asserted = (assertions: readonly Assertion[], listed: Bytes, sign: CryptoKey): Promise<Assertion[]> =>
  Promise.all(assertions.map((assertion) => signAssertion(withoutBinding(assertion), listed, sign)));

function withoutBinding(assertion: Assertion): Omit<Assertion, 'binding'> {
  const { binding: _binding, ...unsigned } = assertion;
  return unsigned;
}

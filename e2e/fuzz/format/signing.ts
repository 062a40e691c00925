import { signAssertion } from '../../../packages/tdf/src/assertion.ts';
import { fromBase64, toBase64, toHex } from '../../../packages/tdf/src/base64.ts';
import { bindPolicy } from '../../../packages/tdf/src/binding.ts';
import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { hmac, importForSealing } from '../../../packages/tdf/src/data-key.ts';
import type { Assertion, Manifest } from '../../../packages/tdf/src/manifest.ts';

/** A manifest under construction, without certain fields. */
export type Draft = { -readonly [Name in keyof Manifest]: Manifest[Name] };

export interface Signing {
  /** The data key of the payload. */
  readonly dataKey: Bytes;
  /** The keys of the key access entries in order; the data key if there is only one. */
  readonly shares?: readonly Bytes[];
  /** Whether digests are hex digits, as in files before 4.3.0. */
  readonly inHex?: boolean;
}

/** Signs a manifest again with any key: policy bindings, root signature, and all assertions with a binding of ours. */
export async function signAgain(
  manifest: Manifest,
  { dataKey, shares = [], inHex = false }: Signing,
): Promise<Manifest> {
  const { sign } = await importForSealing(dataKey);
  const { encryptionInformation: previousAssertions } = manifest;
  const listed = concat(previousAssertions.integrityInformation.segments.map(({ hash }) => fromBase64(hash)));
  const root = await hmac(sign, listed);
  const keyAccess = await Promise.all(
    previousAssertions.keyAccess.map(async (entry, index) => {
      const own = shares[index] ? (await importForSealing(shares[index])).sign : sign;
      return { ...entry, policyBinding: await bindPolicy(own, previousAssertions.policy) };
    }),
  );
  return {
    ...manifest,
    encryptionInformation: {
      ...previousAssertions,
      keyAccess,
      integrityInformation: {
        ...previousAssertions.integrityInformation,
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

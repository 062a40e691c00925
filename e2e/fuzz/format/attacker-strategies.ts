import { sha256 } from '../../../packages/tdf/src/assertion.ts';
import { fromBase64, toBase64, toHex } from '../../../packages/tdf/src/base64.ts';
import { concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import type { Manifest } from '../../../packages/tdf/src/manifest.ts';
import { changedTree, type Json } from '../json-tree.ts';
import type { Strategy } from './input.ts';
import { fileOf, severalChanges } from './manifest-strategies.ts';
import { type Sample } from './sample.ts';
import { signAgain } from './signing.ts';

/** An attacker without a key signs with plain digests, tags, nothing, or a guessable key. */
export const withoutKey: Strategy = async ({ sample, samples, random }) => {
  const other = random.oneIn(2) ? sample : random.pick(strangersOf(sample, samples));
  const way = random.pick([
    'digest',
    'last tag',
    'nothing',
    'guessed key',
    'public key',
    'signature of another',
  ]);
  const base = other === sample ? sample.manifest : foreignContent(sample.manifest, other.manifest);
  const { payload } = other;
  if (way === 'guessed key' || way === 'public key') {
    const [entry] = sample.manifest.encryptionInformation.keyAccess;
    const guess =
      way === 'guessed key'
        ? new Uint8Array(32).fill(random.pick([0, 1, 255]))
        : await sha256(utf8(entry?.ephemeralPublicKey ?? entry?.wrappedKey ?? ''));
    return { file: fileOf(payload, await signAgain(base, { dataKey: guess })), trail: `signed by a ${way}` };
  }
  const { integrityInformation } = base.encryptionInformation;
  const listed = concat(integrityInformation.segments.map(({ hash }) => fromBase64(hash)));
  const digest = await sha256(listed);
  const signature: Record<string, { alg: string; sig: string }> = {
    digest: { alg: 'HS256', sig: toBase64(random.oneIn(2) ? digest : utf8(toHex(digest))) },
    'last tag': { alg: random.pick(['GMAC', 'HS256']), sig: toBase64(listed.slice(-random.pick([16, 32]))) },
    nothing: { alg: random.pick(['HS256', 'none', '']), sig: '' },
    'signature of another': other.manifest.encryptionInformation.integrityInformation.rootSignature,
  };
  const manifest = {
    ...base,
    encryptionInformation: {
      ...base.encryptionInformation,
      integrityInformation: { ...integrityInformation, rootSignature: signature[way] },
    },
  };
  return { file: fileOf(payload, manifest), trail: `signed by ${way}` };
};

// Two documents of one key accept each other’s parts by the rules of the format. The sealer never creates such
// documents.
const strangersOf = (sample: Sample, samples: readonly Sample[]): Sample[] =>
  samples.filter(({ dataKey }) => toHex(dataKey) !== toHex(sample.dataKey));

// The content of another document under the policy and keys of this one.
const foreignContent = (own: Manifest, other: Manifest): Manifest => ({
  ...other,
  encryptionInformation: {
    ...other.encryptionInformation,
    keyAccess: own.encryptionInformation.keyAccess,
    policy: own.encryptionInformation.policy,
  },
});

/**
 * The holder of another document’s key signs and encrypts everything again with it, under the name of this document.
 */
export const withOtherKey: Strategy = async ({ sample, samples, random }) => {
  const other = random.pick(strangersOf(sample, samples));
  const { keyAccess, policy } = sample.manifest.encryptionInformation;
  const parts = random.pick(['all', 'policy', 'key access', 'content']);
  const manifest: Manifest =
    parts === 'content'
      ? foreignContent(sample.manifest, other.manifest)
      : {
          ...other.manifest,
          encryptionInformation: {
            ...other.manifest.encryptionInformation,
            ...(parts === 'key access' ? {} : { policy }),
            ...(parts === 'policy' ? {} : { keyAccess }),
          },
        };
  const resigned = await signAgain(manifest, { dataKey: other.dataKey });
  // Half of the inputs keep the remaining valid signatures.
  const mixed = random.oneIn(2)
    ? { ...resigned, encryptionInformation: { ...resigned.encryptionInformation, keyAccess } }
    : resigned;
  const bent = random.oneIn(3) ? changedTree(mixed as unknown as Json, random) : mixed;
  return { file: fileOf(other.payload, bent), trail: `${parts} by the key of ${other.name}` };
};

/** A malicious sealer: every signature is valid, and every other field may be wrong. */
export const byOwner: Strategy = async ({ sample, random }) => {
  const bent = severalChanges(sample.manifest as unknown as Json, random);
  const trail = 'odd and signed by its owner';
  try {
    const resigned = await signAgain(bent as unknown as Manifest, {
      dataKey: sample.dataKey,
      shares: sample.shares.map(({ key }) => key),
    });
    return { file: fileOf(sample.payload, resigned), trail, byOwner: true };
  } catch {
    // A manifest that cannot be signed is still a useful input.
    return { file: fileOf(sample.payload, bent), trail: `${trail}, as far as it can be`, byOwner: true };
  }
};

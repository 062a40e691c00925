import { sha256 } from '../../../packages/tdf/src/assertion.ts';
import { fromBase64, toBase64, toHex } from '../../../packages/tdf/src/base64.ts';
import { concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import type { Manifest } from '../../../packages/tdf/src/manifest.ts';
import { changedTree, type Json } from '../json-tree.ts';
import type { Strategy } from './input.ts';
import { fileOf, severalChanges } from './manifest-strategies.ts';
import { type Sample } from './sample.ts';
import { signed } from './signing.ts';

/** Who knows no key signs with what there is without one: plain digests, tags, nothing, or a key that everybody can guess. */
export const withoutKey: Strategy = async ({ sample, samples, dice }) => {
  const other = dice.oneIn(2) ? sample : dice.pick(strangersOf(sample, samples));
  const way = dice.pick([
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
        ? new Uint8Array(32).fill(dice.pick([0, 1, 255]))
        : await sha256(utf8(entry?.ephemeralPublicKey ?? entry?.wrappedKey ?? ''));
    return { file: fileOf(payload, await signed(base, { dataKey: guess })), trail: `signed by a ${way}` };
  }
  const { integrityInformation } = base.encryptionInformation;
  const listed = concat(integrityInformation.segments.map(({ hash }) => fromBase64(hash)));
  const digest = await sha256(listed);
  const signature: Record<string, { alg: string; sig: string }> = {
    digest: { alg: 'HS256', sig: toBase64(dice.oneIn(2) ? digest : utf8(toHex(digest))) },
    'last tag': { alg: dice.pick(['GMAC', 'HS256']), sig: toBase64(listed.slice(-dice.pick([16, 32]))) },
    nothing: { alg: dice.pick(['HS256', 'none', '']), sig: '' },
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

// Two documents of one key vouch for each other by the format's own rules; our sealer never makes such.
const strangersOf = (sample: Sample, samples: readonly Sample[]): Sample[] =>
  samples.filter(({ dataKey }) => toHex(dataKey) !== toHex(sample.dataKey));

// Another document's content under this one's policy and keys.
const foreignContent = (own: Manifest, other: Manifest): Manifest => ({
  ...other,
  encryptionInformation: {
    ...other.encryptionInformation,
    keyAccess: own.encryptionInformation.keyAccess,
    policy: own.encryptionInformation.policy,
  },
});

/** Who holds another document's key signs and encrypts all anew with it, under this document's name. */
export const withOtherKey: Strategy = async ({ sample, samples, dice }) => {
  const other = dice.pick(strangersOf(sample, samples));
  const { keyAccess, policy } = sample.manifest.encryptionInformation;
  const parts = dice.pick(['all', 'policy', 'key access', 'content']);
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
  const resigned = await signed(manifest, { dataKey: other.dataKey });
  // Half of them keep what is left of the real signatures.
  const mixed = dice.oneIn(2)
    ? { ...resigned, encryptionInformation: { ...resigned.encryptionInformation, keyAccess } }
    : resigned;
  const bent = dice.oneIn(3) ? changedTree(mixed as unknown as Json, dice) : mixed;
  return { file: fileOf(other.payload, bent), trail: `${parts} by the key of ${other.name}` };
};

/** The sealer itself, gone mad: everything is signed as it should be, and nothing else is as it should be. */
export const byOwner: Strategy = async ({ sample, dice }) => {
  const bent = severalChanges(sample.manifest as unknown as Json, dice);
  const trail = 'odd and signed by its owner';
  try {
    const resigned = await signed(bent as unknown as Manifest, {
      dataKey: sample.dataKey,
      shares: sample.shares.map(({ key }) => key),
    });
    return { file: fileOf(sample.payload, resigned), trail, byOwner: true };
  } catch {
    // What was bent too far to be signed is worth trying as it is.
    return { file: fileOf(sample.payload, bent), trail: `${trail}, as far as it can be`, byOwner: true };
  }
};

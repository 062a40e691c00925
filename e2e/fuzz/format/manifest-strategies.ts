import { fromBase64, fromBase64Url, toBase64, toBase64Url } from '../../../packages/tdf/src/base64.ts';
import { type Bytes, textOf, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json } from '../json-tree.ts';
import type { Random } from '../random.ts';
import type { Strategy } from './input.ts';
import { type Sample } from './sample.ts';
import { zipFile } from './zip-file.ts';

/** A file of a payload and any manifest bytes. */
export const fileOf = (payload: Uint8Array, manifest: unknown): Bytes =>
  fileWith(payload, utf8(JSON.stringify(manifest) ?? ''));

const fileWith = (payload: Uint8Array, manifest: Bytes): Bytes =>
  zipFile([
    { name: '0.payload', data: payload },
    { name: '0.manifest.json', data: manifest },
  ]);

/** Changes a value, name or structure in the manifest. */
export const tree: Strategy = async ({ sample, random }) => {
  const manifest = severalChanges(sample.manifest as unknown as Json, random);
  return { file: fileOf(sample.payload, manifest), trail: 'manifest tree' };
};

export function severalChanges(json: Json, random: Random): Json {
  let changed = json;
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) changed = changedTree(changed, random);
  return changed;
}

/** Changes that only the text of a manifest can express. */
export const text: Strategy = async ({ sample, random }) => {
  const written = changedText(JSON.stringify(sample.manifest), random);
  const raw = utf8(written);
  return {
    file: fileWith(sample.payload, random.oneIn(5) ? manyHavocs(raw, random) : raw),
    trail: 'manifest text',
  };
};

type Mutation = (manifest: Draft, random: Random, sample: Sample) => void;
// oxlint-disable-next-line typescript/no-explicit-any -- bending what the types forbid is what this is for
type Draft = any;

const inBase64 = (encodeLike: string, random: Random): string => {
  const inside = jsonOr(fromBase64(encodeLike));
  if (inside === undefined) return toBase64(manyHavocs(fromBase64(encodeLike), random));
  const other = random.oneIn(4)
    ? changedText(JSON.stringify(inside), random)
    : JSON.stringify(severalChanges(inside, random));
  return toBase64(utf8(other ?? ''));
};

function jsonOr(bytes: Bytes): Json | undefined {
  try {
    return JSON.parse(textOf(bytes)) as Json;
  } catch {
    return undefined;
  }
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  policy: ({ encryptionInformation }, random) => {
    encryptionInformation.policy = inBase64(encryptionInformation.policy, random);
  },
  'encrypted metadata': ({ encryptionInformation }, random) => {
    const entry = random.pick<Draft>(encryptionInformation.keyAccess);
    entry.encryptedMetadata = inBase64(
      entry.encryptedMetadata ?? toBase64(utf8('{"ciphertext":"AAAA","iv":"AAAA"}')),
      random,
    );
  },
  statement: (manifest, random) => {
    const [assertion] = manifest.assertions ?? [];
    if (!assertion) return;
    const value = jsonOr(utf8(String(assertion.statement.value)));
    assertion.statement.value =
      value === undefined ? random.below(9) : JSON.stringify(severalChanges(value, random));
  },
  'assertion signature': (manifest, random) => {
    const [assertion] = manifest.assertions ?? [];
    if (!assertion) return;
    const parts: string[] = assertion.binding.signature.split('.');
    const at = random.below(parts.length);
    const inside = jsonOr(fromBase64Url(parts[at] ?? ''));
    parts[at] =
      inside === undefined
        ? random.pick(['', 'A', '====', toBase64Url(random.bytes(32))])
        : toBase64Url(utf8(JSON.stringify(severalChanges(inside, random)) ?? ''));
    assertion.binding.signature = random.oneIn(6) ? parts.slice(0, at).join('.') : parts.join('.');
  },
  'no assertions': (manifest, random) => {
    manifest.assertions = random.pick([[], null, undefined]);
  },
  'assertion twice': (manifest) => {
    if (manifest.assertions?.[0]) manifest.assertions.push({ ...manifest.assertions[0] });
  },
  'another key access': ({ encryptionInformation }, random) => {
    const [entry] = encryptionInformation.keyAccess;
    const more = {
      ...entry,
      [random.pick(['sid', 'kid', 'url', 'wrappedKey', 'policyBinding'])]: random.pick<unknown>([
        'x',
        null,
        '',
        's1',
        { alg: 'HS256', hash: '' },
      ]),
    };
    encryptionInformation.keyAccess.splice(random.below(2), 0, more);
  },
  algorithms: ({ encryptionInformation }, random) => {
    const integrity = encryptionInformation.integrityInformation;
    const name = random.pick(['HS256', 'GMAC', 'gmac', 'none', '', 'SHA256', undefined, null]);
    const place = random.below(3);
    if (place === 0) integrity.segmentHashAlg = name;
    if (place === 1) integrity.rootSignature.alg = name;
    if (place === 2) encryptionInformation.keyAccess[0].policyBinding.alg = name;
  },
  'segment list': ({ encryptionInformation: { integrityInformation } }, random) => {
    const list: Draft[] = integrityInformation.segments;
    const at = random.below(list.length + 1);
    const way = random.below(5);
    if (way === 0) list.splice(at, 1);
    else if (way === 1) list.splice(at, 0, structuredClone(list[random.below(list.length)] ?? { hash: '' }));
    else if (way === 2) list.reverse();
    else if (way === 3)
      Object.assign(list[at] ?? {}, {
        segmentSize: random.pick([0, 1, 2 ** 26, 2 ** 26 + 1, 2 ** 53, -1, 0.5]),
      });
    else
      for (let more = 0; more < 3000; more += 1)
        list.push({ hash: list[0]?.hash ?? '', segmentSize: 0, encryptedSegmentSize: 28 });
  },
  'name as key': (manifest, random) => {
    for (const name of ['payload', 'encryptionInformation', 'assertions'])
      if (random.oneIn(2))
        Object.defineProperty(manifest, '__proto__', {
          value: { [name]: manifest[name] },
          enumerable: true,
          configurable: true,
        });
    delete manifest[random.pick(['payload', 'encryptionInformation', 'assertions'])];
  },
};

/** Changes one field with a meaning, often inside of an encoded form. */
export const parts: Strategy = async ({ sample, random }) => {
  const manifest = structuredClone(sample.manifest);
  const way = random.pick(Object.keys(MUTATIONS));
  MUTATIONS[way]?.(manifest, random, sample);
  return { file: fileOf(sample.payload, manifest), trail: way };
};

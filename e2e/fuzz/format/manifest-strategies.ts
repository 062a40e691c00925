import { fromBase64, fromBase64Url, toBase64, toBase64Url } from '../../../packages/tdf/src/base64.ts';
import { type Bytes, textOf, utf8 } from '../../../packages/tdf/src/bytes.ts';
import type { Dice } from '../dice.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json } from '../json-tree.ts';
import type { Strategy } from './input.ts';
import { type Sample } from './sample.ts';
import { zipFile } from './zip-file.ts';

/** A file of a payload and whatever is to be its manifest. */
export const fileOf = (payload: Uint8Array, manifest: unknown): Bytes =>
  fileWith(payload, utf8(JSON.stringify(manifest) ?? ''));

const fileWith = (payload: Uint8Array, manifest: Bytes): Bytes =>
  zipFile([
    { name: '0.payload', data: payload },
    { name: '0.manifest.json', data: manifest },
  ]);

/** Another value, name or shape somewhere in the manifest. */
export const tree: Strategy = async ({ sample, dice }) => {
  const manifest = severalChanges(sample.manifest as unknown as Json, dice);
  return { file: fileOf(sample.payload, manifest), trail: 'manifest tree' };
};

export function severalChanges(json: Json, dice: Dice): Json {
  let changed = json;
  for (let left = dice.pick([1, 1, 1, 2, 3]); left > 0; left -= 1) changed = changedTree(changed, dice);
  return changed;
}

/** What only the manifest's text can say. */
export const text: Strategy = async ({ sample, dice }) => {
  const written = changedText(JSON.stringify(sample.manifest), dice);
  const raw = utf8(written);
  return {
    file: fileWith(sample.payload, dice.oneIn(5) ? manyHavocs(raw, dice) : raw),
    trail: 'manifest text',
  };
};

type Bend = (manifest: Draft, dice: Dice, sample: Sample) => void;
// oxlint-disable-next-line typescript/no-explicit-any -- bending what the types forbid is what this is for
type Draft = any;

const inBase64 = (held: string, dice: Dice): string => {
  const inside = jsonOr(fromBase64(held));
  if (inside === undefined) return toBase64(manyHavocs(fromBase64(held), dice));
  const other = dice.oneIn(4)
    ? changedText(JSON.stringify(inside), dice)
    : JSON.stringify(severalChanges(inside, dice));
  return toBase64(utf8(other ?? ''));
};

function jsonOr(bytes: Bytes): Json | undefined {
  try {
    return JSON.parse(textOf(bytes)) as Json;
  } catch {
    return undefined;
  }
}

const BENDS: Readonly<Record<string, Bend>> = {
  policy: ({ encryptionInformation }, dice) => {
    encryptionInformation.policy = inBase64(encryptionInformation.policy, dice);
  },
  'encrypted metadata': ({ encryptionInformation }, dice) => {
    const entry = dice.pick<Draft>(encryptionInformation.keyAccess);
    entry.encryptedMetadata = inBase64(
      entry.encryptedMetadata ?? toBase64(utf8('{"ciphertext":"AAAA","iv":"AAAA"}')),
      dice,
    );
  },
  statement: (manifest, dice) => {
    const [assertion] = manifest.assertions ?? [];
    if (!assertion) return;
    const value = jsonOr(utf8(String(assertion.statement.value)));
    assertion.statement.value =
      value === undefined ? dice.below(9) : JSON.stringify(severalChanges(value, dice));
  },
  'assertion signature': (manifest, dice) => {
    const [assertion] = manifest.assertions ?? [];
    if (!assertion) return;
    const parts: string[] = assertion.binding.signature.split('.');
    const at = dice.below(parts.length);
    const inside = jsonOr(fromBase64Url(parts[at] ?? ''));
    parts[at] =
      inside === undefined
        ? dice.pick(['', 'A', '====', toBase64Url(dice.bytes(32))])
        : toBase64Url(utf8(JSON.stringify(severalChanges(inside, dice)) ?? ''));
    assertion.binding.signature = dice.oneIn(6) ? parts.slice(0, at).join('.') : parts.join('.');
  },
  'no assertions': (manifest, dice) => {
    manifest.assertions = dice.pick([[], null, undefined]);
  },
  'assertion twice': (manifest) => {
    if (manifest.assertions?.[0]) manifest.assertions.push({ ...manifest.assertions[0] });
  },
  'another key access': ({ encryptionInformation }, dice) => {
    const [entry] = encryptionInformation.keyAccess;
    const more = {
      ...entry,
      [dice.pick(['sid', 'kid', 'url', 'wrappedKey', 'policyBinding'])]: dice.pick<unknown>([
        'x',
        null,
        '',
        's1',
        { alg: 'HS256', hash: '' },
      ]),
    };
    encryptionInformation.keyAccess.splice(dice.below(2), 0, more);
  },
  algorithms: ({ encryptionInformation }, dice) => {
    const integrity = encryptionInformation.integrityInformation;
    const name = dice.pick(['HS256', 'GMAC', 'gmac', 'none', '', 'SHA256', undefined, null]);
    const place = dice.below(3);
    if (place === 0) integrity.segmentHashAlg = name;
    if (place === 1) integrity.rootSignature.alg = name;
    if (place === 2) encryptionInformation.keyAccess[0].policyBinding.alg = name;
  },
  'segment list': ({ encryptionInformation: { integrityInformation } }, dice) => {
    const list: Draft[] = integrityInformation.segments;
    const at = dice.below(list.length + 1);
    const way = dice.below(5);
    if (way === 0) list.splice(at, 1);
    else if (way === 1) list.splice(at, 0, structuredClone(list[dice.below(list.length)] ?? { hash: '' }));
    else if (way === 2) list.reverse();
    else if (way === 3)
      Object.assign(list[at] ?? {}, {
        segmentSize: dice.pick([0, 1, 2 ** 26, 2 ** 26 + 1, 2 ** 53, -1, 0.5]),
      });
    else
      for (let more = 0; more < 3000; more += 1)
        list.push({ hash: list[0]?.hash ?? '', segmentSize: 0, encryptedSegmentSize: 28 });
  },
  'name as key': (manifest, dice) => {
    for (const name of ['payload', 'encryptionInformation', 'assertions'])
      if (dice.oneIn(2))
        Object.defineProperty(manifest, '__proto__', {
          value: { [name]: manifest[name] },
          enumerable: true,
          configurable: true,
        });
    delete manifest[dice.pick(['payload', 'encryptionInformation', 'assertions'])];
  },
};

/** One part that has a meaning, and mostly a form inside of its form. */
export const parts: Strategy = async ({ sample, dice }) => {
  const manifest = structuredClone(sample.manifest);
  const way = dice.pick(Object.keys(BENDS));
  BENDS[way]?.(manifest, dice, sample);
  return { file: fileOf(sample.payload, manifest), trail: way };
};

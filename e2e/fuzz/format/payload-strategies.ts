import { toBase64 } from '../../../packages/tdf/src/base64.ts';
import { type Bytes, concat } from '../../../packages/tdf/src/bytes.ts';
import type { Segment } from '../../../packages/tdf/src/manifest.ts';
import type { Dice } from '../dice.ts';
import { manyHavocs, splice } from '../havoc.ts';
import type { Strategy } from './input.ts';
import { fileOf } from './manifest-strategies.ts';

interface Pieces {
  /** Encrypted segments. */
  segments: Bytes[];
  /** What the manifest says of each. */
  list: Segment[];
}

const CHANGES: Readonly<Record<string, (pieces: Pieces, dice: Dice, foreign: readonly Bytes[]) => void>> = {
  flipped: ({ segments }, dice) => {
    const at = dice.below(segments.length);
    const segment = segments[at];
    if (segment) segments[at] = manyHavocs(segment, dice);
  },
  swapped: ({ segments, list }, dice) => {
    const [one, two] = [dice.below(segments.length), dice.below(segments.length)];
    exchange(segments, one, two);
    if (dice.oneIn(2)) exchange(list, one, two);
  },
  repeated: ({ segments, list }, dice) => {
    const [one, two] = [dice.below(segments.length), dice.below(segments.length)];
    const [segment, said] = [segments[one], list[one]];
    if (!segment || !said) return;
    segments[two] = segment;
    if (dice.oneIn(2)) list[two] = said;
  },
  'one too many': ({ segments, list }, dice) => {
    const at = dice.below(segments.length);
    const [segment, said] = [segments[at], list[at]];
    if (!segment || !said) return;
    segments.push(segment);
    list.push(said);
  },
  'left out': ({ segments, list }, dice) => {
    const at = dice.below(segments.length);
    segments.splice(at, 1);
    list.splice(at, 1);
  },
  'of another document': ({ segments, list }, dice, foreign) => {
    const at = dice.below(segments.length);
    const other = foreign.length > 0 ? dice.pick(foreign) : undefined;
    if (!other) return;
    segments[at] = other;
    // With its own tag in the list, as one would who can write manifests and has no key.
    if (dice.oneIn(2))
      list[at] = {
        hash: toBase64(other.slice(-16)),
        segmentSize: other.length - 28,
        encryptedSegmentSize: other.length,
      };
  },
  'moved by a lengthened and a shortened one': ({ segments, list }, dice) => {
    const one = dice.below(Math.max(1, segments.length - 2));
    const two = one + 2 + dice.below(Math.max(1, segments.length - one - 2));
    const by = 1 + dice.below(12);
    const [longer, shorter] = [segments[one], segments[two]];
    if (!longer || !shorter || shorter.length < 28 + by) return;
    segments[one] = splice(longer, 12, 0, new Uint8Array(by));
    segments[two] = splice(shorter, 12, by, new Uint8Array());
    for (const at of [one, two]) list[at] = sized(list[at], (segments[at]?.length ?? 28) - 28);
  },
  'of other sizes': ({ segments, list }, dice) => {
    const at = dice.below(list.length);
    const size = Math.max(0, (segments[at]?.length ?? 28) - 28 + dice.below(9) - 4);
    if (list[at]) list[at] = sized(list[at], size);
  },
};

function exchange(list: unknown[], one: number, two: number): void {
  const [first, second] = [list[one], list[two]];
  if (first === undefined || second === undefined) return;
  list[one] = second;
  list[two] = first;
}

const sized = (segment: Segment | undefined, size: number): Segment => ({
  hash: segment?.hash ?? '',
  segmentSize: size,
  encryptedSegmentSize: size + 28,
});

/** Segments that are changed, moved, missing or others', with a manifest that fits them or does not. */
export const segments: Strategy = async ({ sample, samples, dice }) => {
  const pieces: Pieces = {
    segments: [...sample.segments],
    list: sample.manifest.encryptionInformation.integrityInformation.segments.map((said, index) =>
      sized(said, (sample.segments[index]?.length ?? 28) - 28),
    ),
  };
  const way = dice.pick(Object.keys(CHANGES));
  CHANGES[way]?.(pieces, dice, dice.pick(samples).segments);
  const { encryptionInformation: old } = sample.manifest;
  const manifest = {
    ...sample.manifest,
    encryptionInformation: {
      ...old,
      integrityInformation: { ...old.integrityInformation, segments: pieces.list },
    },
  };
  return { file: fileOf(concat(pieces.segments), manifest), trail: `segment ${way}` };
};

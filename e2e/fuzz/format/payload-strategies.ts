import { toBase64 } from '../../../packages/tdf/src/base64.ts';
import { type Bytes, concat } from '../../../packages/tdf/src/bytes.ts';
import type { Segment } from '../../../packages/tdf/src/manifest.ts';
import { manyHavocs, splice } from '../havoc.ts';
import type { Random } from '../random.ts';
import type { Strategy } from './input.ts';
import { fileOf } from './manifest-strategies.ts';

interface Pieces {
  /** The encrypted segments. */
  segments: Bytes[];
  /** The manifest’s entries for the segments. */
  list: Segment[];
}

const CHANGES: Readonly<Record<string, (pieces: Pieces, random: Random, foreign: readonly Bytes[]) => void>> =
  {
    flipped: ({ segments }, random) => {
      const at = random.below(segments.length);
      const segment = segments[at];
      if (segment) segments[at] = manyHavocs(segment, random);
    },
    swapped: ({ segments, list }, random) => {
      const [one, two] = [random.below(segments.length), random.below(segments.length)];
      exchange(segments, one, two);
      if (random.oneIn(2)) exchange(list, one, two);
    },
    repeated: ({ segments, list }, random) => {
      const [one, two] = [random.below(segments.length), random.below(segments.length)];
      const [segment, entry] = [segments[one], list[one]];
      if (!segment || !entry) return;
      segments[two] = segment;
      if (random.oneIn(2)) list[two] = entry;
    },
    appended: ({ segments, list }, random) => {
      const at = random.below(segments.length);
      const [segment, entry] = [segments[at], list[at]];
      if (!segment || !entry) return;
      segments.push(segment);
      list.push(entry);
    },
    removed: ({ segments, list }, random) => {
      const at = random.below(segments.length);
      segments.splice(at, 1);
      list.splice(at, 1);
    },
    'of another document': ({ segments, list }, random, foreign) => {
      const at = random.below(segments.length);
      const other = foreign.length > 0 ? random.pick(foreign) : undefined;
      if (!other) return;
      segments[at] = other;
      // The entry lists the segment’s own tag, as an attacker with access to the manifest but without a key can
      // write it.
      if (random.oneIn(2))
        list[at] = {
          hash: toBase64(other.slice(-16)),
          segmentSize: other.length - 28,
          encryptedSegmentSize: other.length,
        };
    },
    'moved by a lengthened and a shortened one': ({ segments, list }, random) => {
      const one = random.below(Math.max(1, segments.length - 2));
      const two = one + 2 + random.below(Math.max(1, segments.length - one - 2));
      const by = 1 + random.below(12);
      const [longer, shorter] = [segments[one], segments[two]];
      if (!longer || !shorter || shorter.length < 28 + by) return;
      segments[one] = splice(longer, 12, 0, new Uint8Array(by));
      segments[two] = splice(shorter, 12, by, new Uint8Array());
      for (const at of [one, two]) list[at] = sized(list[at], (segments[at]?.length ?? 28) - 28);
    },
    'of other sizes': ({ segments, list }, random) => {
      const at = random.below(list.length);
      const size = Math.max(0, (segments[at]?.length ?? 28) - 28 + random.below(9) - 4);
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

/** Segments that are changed, moved, removed or foreign, with a matching or different manifest. */
export const segments: Strategy = async ({ sample, samples, random }) => {
  const pieces: Pieces = {
    segments: [...sample.segments],
    list: sample.manifest.encryptionInformation.integrityInformation.segments.map((entry, index) =>
      sized(entry, (sample.segments[index]?.length ?? 28) - 28),
    ),
  };
  const way = random.pick(Object.keys(CHANGES));
  CHANGES[way]?.(pieces, random, random.pick(samples).segments);
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

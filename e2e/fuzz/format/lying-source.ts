import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import type { ByteSource } from '../../../packages/tdf/src/index.ts';

export const LIES = [
  'short',
  'empty',
  'long',
  'larger',
  'smaller',
  'no number',
  'negative',
  'half a byte',
  'infinite',
  'fails',
  'changes',
] as const;

/** How a source is not what it says, from its n-th read on. */
export interface Lie {
  readonly kind: (typeof LIES)[number];
  readonly from: number;
  readonly by: number;
}

/** An error of a source of another kind than ours: it may come out as it is, and as nothing else. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** What reading an input costs beyond which it is no longer in proportion to the file. */
export interface Meter {
  reads: number;
  bytes: number;
}

/** A source over bytes that keeps its promises, or breaks one of them; it counts what is asked of it. */
export function meteredSource(file: Bytes, meter: Meter, lie?: Lie): ByteSource {
  const size = lie ? sizeBy(lie, file.length) : file.length;
  return {
    size,
    async read(offset, length) {
      meter.reads += 1;
      const honest = file.slice(offset, offset + length);
      meter.bytes += honest.length;
      if (!lie || meter.reads < lie.from) return honest;
      if (lie.kind === 'short') return honest.slice(0, Math.max(0, honest.length - lie.by));
      if (lie.kind === 'empty') return new Uint8Array();
      if (lie.kind === 'long') return new Uint8Array([...honest, ...new Uint8Array(Math.min(lie.by, 1000))]);
      if (lie.kind === 'fails') throw new SourceFailure('the source gave out');
      if (lie.kind === 'changes') return honest.map((byte, at) => (at % lie.by === 0 ? byte ^ 0x55 : byte));
      return honest;
    },
  };
}

function sizeBy({ kind, by }: Lie, size: number): number {
  if (kind === 'larger') return size + by;
  if (kind === 'smaller') return Math.max(0, size - by);
  if (kind === 'no number') return Number.NaN;
  if (kind === 'negative') return -by;
  if (kind === 'half a byte') return size + 0.5;
  return kind === 'infinite' ? Number.POSITIVE_INFINITY : size;
}

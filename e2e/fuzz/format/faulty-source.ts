import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import type { ByteSource } from '../../../packages/tdf/src/index.ts';

export const SOURCE_FAULTS = [
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

/** The fault of a source from its n-th read on. */
export interface SourceFault {
  readonly kind: (typeof SOURCE_FAULTS)[number];
  readonly from: number;
  readonly by: number;
}

/** A foreign error of a source. The reader may pass it on unchanged only. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** The limits above which the reads of an input are out of proportion to the file. */
export interface Meter {
  reads: number;
  bytes: number;
}

/** A source over bytes with at most one fault. It counts its reads. */
export function meteredSource(file: Bytes, meter: Meter, lie?: SourceFault): ByteSource {
  const size = lie ? sizeBy(lie, file.length) : file.length;
  return {
    size,
    async read(offset, length) {
      meter.reads += 1;
      const requested = file.slice(offset, offset + length);
      meter.bytes += requested.length;
      if (!lie || meter.reads < lie.from) return requested;
      if (lie.kind === 'short') return requested.slice(0, Math.max(0, requested.length - lie.by));
      if (lie.kind === 'empty') return new Uint8Array();
      if (lie.kind === 'long')
        return new Uint8Array([...requested, ...new Uint8Array(Math.min(lie.by, 1000))]);
      if (lie.kind === 'fails') throw new SourceFailure('the source gave out');
      if (lie.kind === 'changes')
        return requested.map((byte, at) => (at % lie.by === 0 ? byte ^ 0x55 : byte));
      return requested;
    },
  };
}

function sizeBy({ kind, by }: SourceFault, size: number): number {
  if (kind === 'larger') return size + by;
  if (kind === 'smaller') return Math.max(0, size - by);
  if (kind === 'no number') return Number.NaN;
  if (kind === 'negative') return -by;
  if (kind === 'half a byte') return size + 0.5;
  return kind === 'infinite' ? Number.POSITIVE_INFINITY : size;
}

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
export function meteredSource(file: Bytes, meter: Meter, sourceFault?: SourceFault): ByteSource {
  const size = sourceFault ? sizeBy(sourceFault, file.length) : file.length;
  return {
    size,
    async read(offset, length) {
      meter.reads += 1;
      const requested = file.slice(offset, offset + length);
      meter.bytes += requested.length;
      if (!sourceFault || meter.reads < sourceFault.from) return requested;
      if (sourceFault.kind === 'short')
        return requested.slice(0, Math.max(0, requested.length - sourceFault.by));
      if (sourceFault.kind === 'empty') return new Uint8Array();
      if (sourceFault.kind === 'long')
        return new Uint8Array([...requested, ...new Uint8Array(Math.min(sourceFault.by, 1000))]);
      if (sourceFault.kind === 'fails') throw new SourceFailure('the source fails');
      if (sourceFault.kind === 'changes')
        return requested.map((byte, at) => (at % sourceFault.by === 0 ? byte ^ 0x55 : byte));
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

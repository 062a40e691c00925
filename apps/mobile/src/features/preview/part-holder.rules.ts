import type { OpenedPart } from '../../platform/documents/open-part.usecases.ts';

/** What a document hands down to what lies in it. */
export type Holder = Pick<OpenedPart, 'tenant' | 'leaseEnd' | 'mayCopy' | 'mayCapture' | 'watermarked'>;

/**
 * A part as it is bound: a file that lies plain in a protected one is as protected, for as long, and as little to be
 * copied as what holds it.
 */
export function inherited<Part extends Holder>(part: Part, holder: Holder): Part {
  const ends = [part.leaseEnd, holder.leaseEnd].filter((end) => end !== null);
  return {
    ...part,
    tenant: part.tenant ?? holder.tenant,
    leaseEnd: ends.length === 0 ? null : Math.min(...ends),
    mayCopy: part.mayCopy && holder.mayCopy,
    mayCapture: part.mayCapture && holder.mayCapture,
    // A part that came plain has no say; one that is sealed by itself can ask for it, too.
    watermarked: (part.tenant !== null && part.watermarked) || holder.watermarked,
  };
}

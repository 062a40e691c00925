import type { AccessTerms } from '../../../platform/documents/document.types.ts';

/**
 * Combines the terms of a part with those of its parent: an unprotected file inside a protected one has the
 * lease, the copy and capture restrictions and the watermark of the parent.
 */
export function inheritRestrictions<Part extends AccessTerms>(part: Part, parent: AccessTerms): Part {
  const ends = [part.leaseEnd, parent.leaseEnd].filter((end) => end !== null);
  return {
    ...part,
    tenant: part.tenant ?? parent.tenant,
    leaseEnd: ends.length === 0 ? null : Math.min(...ends),
    mayCopy: part.mayCopy && parent.mayCopy,
    // A plain part is printed as its parent is; a part that is sealed on its own needs both permissions.
    print:
      part.tenant === null ? parent.print : parent.tenant === null ? part.print : parent.print && part.print,
    mayCapture: part.mayCapture && parent.mayCapture,
    // An unprotected part cannot require a watermark; a part that is sealed on its own can.
    watermarked: (part.tenant !== null && part.watermarked) || parent.watermarked,
  };
}

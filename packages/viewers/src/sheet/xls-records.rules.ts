/** A record of the binary format. */
export type XlsRecord = { readonly kind: number; readonly data: DataView };

const headerBytes = 4;
export const beginOfFile = 0x0809;
const endOfFile = 0x000a;

/**
 * The records of a substream from an offset on: the workbook globals or a sheet. Embedded charts are skipped.
 */
export function* recordsFrom(stream: Uint8Array, start: number): Generator<XlsRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let depth = 0;
  for (let at = start; at + headerBytes <= view.byteLength; ) {
    const kind = view.getUint16(at, true);
    const size = Math.min(view.getUint16(at + 2, true), view.byteLength - at - headerBytes);
    const data = new DataView(view.buffer, view.byteOffset + at + headerBytes, size);
    at += headerBytes + size;
    if (kind === beginOfFile) depth += 1;
    if (depth <= 1) yield { kind, data };
    if (kind !== endOfFile) continue;
    depth -= 1;
    if (depth <= 0) return;
  }
}

/** A `DataView` over the bytes, wherever they lie in their buffer. */
export const dataViewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

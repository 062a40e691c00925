import { toHex } from '@sealflow/tdf/base64';

export const randomBytes = (length: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(length));

/** A random id of 128 bits in hex; the oldest supported engines lack `crypto.randomUUID`. */
export const randomID = (): string => toHex(randomBytes(16));

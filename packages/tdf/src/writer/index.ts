/** Writing: sealing a document as a stream. */
export { TdfError, type TdfErrorCode } from '../error.ts';
export type { PolicyInput } from '../policy.ts';
export { type ByteSource, blobSource, bytesSource } from '../source.ts';
export { readableOf } from '../stream.ts';
export type { CreateSegmentCipher, EncryptedSegment, SegmentCipher } from './cipher.ts';
export type { SealHeader } from './header.ts';
export * from './seal.ts';
export type { Content } from './segmenter.ts';

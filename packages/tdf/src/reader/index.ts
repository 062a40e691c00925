/** Reading: byte sources, the facts of a file before it is opened, and its content by random access. */
export type { Bytes } from '../bytes.ts';
export { TdfError, type TdfErrorCode } from '../error.ts';
export { type DocumentFacts, licenceKeyIdOf } from '../facts.ts';
export type { Manifest } from '../manifest.ts';
export type { PayloadKeys } from '../payload-keys.ts';
export { type ByteSource, blobSource, bytesSource } from '../source.ts';

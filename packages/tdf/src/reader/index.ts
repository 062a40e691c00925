/** Reading: byte sources, the facts of a file before it is opened, and random access to its content. */
export type { Bytes } from '../bytes.ts';
export { type CacheOptions, cachedSource } from '../cache.ts';
export { TdfError, type TdfErrorCode } from '../error.ts';
export { type DocumentFacts, factsOf, type KnownTenant, licenceKeyIdOf, plainFacts } from '../facts.ts';
export { type HttpSourceOptions, httpSource } from '../http.ts';
export type { Manifest } from '../manifest.ts';
export type { PayloadKeys } from '../payload-keys.ts';
export { type ByteSource, blobSource, bytesSource } from '../source.ts';
export { readableOf, type StreamOptions, streamOf } from '../stream.ts';
export * from './open.ts';
export { inspect, readSealed, type SealedFile } from './sealed.ts';

/** The key access client and what it shares with the service: message shapes, obligations, terms of use licences. */
export { type RefusalReason, TdfError, type TdfErrorCode } from '../error.ts';
export type { PayloadKeys } from '../payload-keys.ts';
export { isSameBase, keyAccessUrlOf } from '../url.ts';
export * from './client.ts';
export * from './licence.ts';
export * from './obligations.ts';
export * from './terms.ts';
export { openLicence } from './unlock.ts';
export type * from './wire.ts';
export { REQUEST_TOKEN_LIFETIME_SECONDS } from './wire.ts';

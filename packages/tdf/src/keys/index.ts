/** Server side of key access. */
export { isPolicyBound } from '../binding.ts';
export { importForOpening, joinShares } from '../data-key.ts';
export * from './pair.ts';
export * from './rewrap.ts';
export * from './token.ts';
export { unwrapDataKey } from './unwrap.ts';

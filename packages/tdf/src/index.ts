export type { PolicyInput, Policy } from './policy.ts';
export { attributeFqn, parsePolicy } from './policy.ts';
export * from './kas/index.ts';
export * from './keys/index.ts';
export * from './reader/index.ts';

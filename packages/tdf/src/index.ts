/** The complete protected-document format. The app imports only the parts that it needs: `/reader`, `/kas`. */
export * from './kas/index.ts';
export * from './keys/index.ts';
export { attributeFqn, type Policy, type PolicyInput, parsePolicy } from './policy.ts';
export * from './reader/index.ts';
export * from './writer/index.ts';

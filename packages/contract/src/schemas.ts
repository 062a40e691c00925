export * from './accounts.calls.ts';
export * from './admin.calls.ts';
export type { Access, Call, CallName, Right } from './call.ts';
export { calls } from './calls.ts';
export { errorBody } from './common.schemas.ts';
export * from './files.calls.ts';
export * from './keys.calls.ts';
export * from './messages.calls.ts';
export * from './workflow.calls.ts';

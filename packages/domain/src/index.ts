export * from './errors.ts';
export * from './workflow.ts';

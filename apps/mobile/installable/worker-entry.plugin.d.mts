import type { Plugin, WorkerOptions } from 'vite';

/** Code splitting of workers: `worker.rolldownOptions.output` of a Vite configuration. */
export declare const workerOutput: NonNullable<NonNullable<WorkerOptions['rolldownOptions']>['output']>;

/** Fails a build in which a chunk imports the entry module of a worker. */
export function refuseWorkerEntryImports(): { readonly page: Plugin; readonly worker: Plugin };

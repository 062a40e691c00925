import type { DatabaseTransaction } from '../database/index.ts';

/** A kind of job. `Data` contains ids, never content: a job may outlive the record it refers to. */
export interface JobQueue<Data extends object> {
  readonly name: string;
  /** Phantom property: carries the type only. */
  readonly data?: Data;
  /** Whether its jobs are handled by `workInBatches`, and have no time of their own. */
  readonly isBatched?: true;
  /** A shorter form of the data, in which jobs wait for their batch. */
  readonly shortForm?: ShortForm<Data>;
}

export interface ShortForm<Data extends object> {
  shorten(data: Data): object;
  /** Jobs of an earlier release have their data unshortened. */
  restore(stored: object): Data;
}

export interface Job<Data extends object> {
  readonly data: Data;
  /** Earliest start; missing: at once. */
  readonly after?: Date;
}

/** Transactional outbox: a job exists if and only if the transaction that sent it was committed. */
export interface Outbox {
  send<Data extends object>(
    transaction: DatabaseTransaction,
    queue: JobQueue<Data>,
    jobs: readonly Job<Data>[],
  ): Promise<void>;
}

/** The jobs of one call of a batch handler. */
export interface JobBatch<Data extends object> {
  readonly jobs: readonly Data[];
  /**
   * Whether a job of the batch was attempted before. The transaction of the attempt may have been committed then, without the
   * deletion of the job. Otherwise none was, because it deletes the job.
   */
  readonly isRepeated: boolean;
}

export interface WorkOptions {
  /** Maximum number of concurrent jobs on this node; 1 by default. */
  readonly maxConcurrentJobs?: number;
}

export interface Jobs extends Outbox {
  /**
   * Handles the jobs of a queue on this node, each at least once. A job whose handler fails or whose process crashes is
   * retried with back-off, so handlers must be idempotent.
   */
  work<Data extends object>(
    queue: JobQueue<Data>,
    handler: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  /**
   * As {@link work}, for short jobs that are cheaper in batches: the handler receives up to `maxConcurrentJobs` jobs at a time. The
   * jobs are deleted in `transaction`, so what the handler writes in it is written exactly once. If the handler fails, each job of
   * the batch is retried alone, so that one bad job does not fail the others. A job that is retried may be handled more than once.
   */
  workInBatches<Data extends object>(
    queue: JobQueue<Data> & { readonly isBatched: true },
    handler: (batch: JobBatch<Data>, transaction: DatabaseTransaction) => Promise<void>,
    options: Required<WorkOptions>,
  ): Promise<void>;
  /** Pauses or resumes fetching jobs. Running jobs end on this node; `send` still works. */
  setPaused(isPaused: boolean): Promise<void>;
  /**
   * Stops fetching jobs. Running jobs have a second to end, then they are released to other nodes. `send` still works.
   */
  drain(): Promise<void>;
  /** As {@link drain}, and stops pg-boss. */
  stop(): Promise<void>;
}

/** Declares a queue together with the type of its jobs' data. */
export function declareQueue<Data extends object>(name: string): JobQueue<Data> {
  return { name };
}

/** As {@link declareQueue}, for jobs that are handled in batches. */
export function declareBatchedQueue<Data extends object>(
  name: string,
  shortForm?: ShortForm<Data>,
): JobQueue<Data> & { readonly isBatched: true } {
  return { name, isBatched: true, ...(shortForm && { shortForm }) };
}

import type { DatabaseTransaction } from '../database/index.ts';

/** A kind of job. `Data` holds ids, never content: jobs outlive what they are about. */
export interface JobQueue<Data extends object> {
  readonly name: string;
  /** Only there for its type. */
  readonly data?: Data;
}

export interface Job<Data extends object> {
  readonly data: Data;
  /** Not before this moment; at once where it is missing. */
  readonly after?: Date;
}

/** The outbox: jobs are there exactly when the transaction that sent them was committed. */
export interface Outbox {
  send<Data extends object>(
    transaction: DatabaseTransaction,
    queue: JobQueue<Data>,
    jobs: readonly Job<Data>[],
  ): Promise<void>;
}

export interface WorkOptions {
  /** How many jobs this node handles side by side; 1 by default. The next begins as soon as any of them has ended. */
  readonly atOnce?: number;
}

export interface Jobs extends Outbox {
  /**
   * Handles a queue's jobs on this node, each at least once: a handler that fails, or a process that dies in it, is tried
   * again, later and later. Handlers must not mind doing their work twice.
   */
  work<Data extends object>(
    queue: JobQueue<Data>,
    handler: (data: Data) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  /**
   * As {@link work}, for short jobs that are cheaper done together: the handler gets up to `atOnce` of them, and the next ones
   * when it is done. Where it fails, each is tried by itself, so that one takes no other with it.
   */
  workTogether<Data extends object>(
    queue: JobQueue<Data>,
    handler: (batch: readonly Data[]) => Promise<void>,
    options: Required<WorkOptions>,
  ): Promise<void>;
  /**
   * Takes no more; what is under way has a second to end, then it is given back for another node. What is sent meanwhile still
   * goes.
   */
  leave(): Promise<void>;
  /** As {@link leave}, and ends the engine. */
  stop(): Promise<void>;
}

export function declareQueue<Data extends object>(name: string): JobQueue<Data> {
  return { name };
}

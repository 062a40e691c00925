/** A prohibited result: `crash` for an undeclared error, `wrong` for a false acceptance. */
export interface Problem {
  readonly kind: 'crash' | 'wrong' | 'hang' | 'budget' | 'memory';
  readonly text: string;
}

export interface Verdict {
  /** `accepted`, or the code of the refusal. */
  readonly outcome: string;
  readonly problem?: Problem;
  /** How the input was generated, for people. */
  readonly trail: string;
  /** The input as JSON, so that it can be replayed without the inputs before it. */
  readonly input?: unknown;
}

export interface Options {
  readonly seed: number;
  /** The seeded fault in the program under test. */
  readonly plant?: string | undefined;
}

/** A target inside of this process. Worker threads run it under supervision. */
export interface Subject {
  /** Resets the state of earlier inputs, so that a block starts identically in every worker. */
  startBlock(block: number): void;
  /** Generates and runs one input. */
  try(index: number): Promise<Verdict>;
  /** Replays a saved input. */
  replay(input: unknown): Promise<Verdict>;
  /** Checks the conditions after all inputs. */
  check?(): Promise<Problem | undefined>;
  close?(): Promise<void>;
}

export interface Target {
  readonly description: string;
  readonly seededFaults: readonly string[];
  /** The default number of inputs. */
  readonly inputs: number;
  /** Whether the target is one process with state. It then has one sequence of inputs without blocks. */
  readonly isSingleProcess?: boolean;
  /** The timeout of one input in seconds. */
  readonly timeoutSeconds?: number;
  open(options: Options): Promise<Subject>;
}

/** The number of inputs in a block. An input depends on earlier inputs of its block only. */
export const inputsPerBlock = 500;

/** Where an input did what none may: `crash` an error that is none of the declared, `wrong` a false acceptance. */
export interface Problem {
  readonly kind: 'crash' | 'wrong' | 'hang' | 'budget' | 'memory';
  readonly text: string;
}

export interface Verdict {
  /** What became of it, in few words: `accepted`, or the code of the refusal. */
  readonly outcome: string;
  readonly problem?: Problem;
  /** How the input was made, for people. */
  readonly trail: string;
  /** The input itself as JSON, so that it can be tried again without those before it. */
  readonly input?: unknown;
}

export interface Options {
  readonly seed: number;
  /** The name of a fault put into the program under test, to see that it is found. */
  readonly plant?: string | undefined;
}

/** A target that is code of ours in this very process: tried in worker threads, which a parent watches. */
export interface Subject {
  /** Forgets what earlier inputs have taught: each block of inputs begins alike, whoever runs it. */
  begin(block: number): void;
  /** Makes and tries one input. */
  try(index: number): Promise<Verdict>;
  /** Tries a kept input again. */
  again(input: unknown): Promise<Verdict>;
  /** What must hold after all inputs, and only shows then. */
  end?(): Promise<Problem | undefined>;
  close?(): Promise<void>;
}

export interface Target {
  readonly what: string;
  readonly plants: readonly string[];
  /** Inputs that are tried where nobody says how many. */
  readonly inputs: number;
  /** Whether it is one program with one state: then there is one line of inputs and no blocks. */
  readonly single?: boolean;
  /** How long one input may take before it counts as a hang, in seconds of a program that runs. */
  readonly patience?: number;
  open(options: Options): Promise<Subject>;
}

/** Inputs of a block: what one of them needs to be made again is at most those before it in its block. */
export const BLOCK = 500;

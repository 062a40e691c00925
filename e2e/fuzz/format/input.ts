import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import type { Random } from '../random.ts';
import type { SourceFault } from './faulty-source.ts';
import { type Sample } from './sample.ts';

/** An input of the reader: a file, the sample whose keys open it, and a fault of the source that delivers it. */
export interface Input {
  readonly file: Bytes;
  /** The sample whose keys are used. Any content that opens must be the content of that sample. */
  readonly sample: string;
  /** Describes how the input was generated, for the report. */
  readonly trail: string;
  /** How the source misbehaves when the reader reads from it. */
  readonly sourceFault?: SourceFault;
  /**
   * Whether the manifest was changed and then signed with the sample’s key. The signature is valid, so the reader may
   * accept the changed facts.
   */
  readonly byOwner?: boolean;
}

export interface GenerationContext {
  readonly sample: Sample;
  readonly samples: readonly Sample[];
  /** The source of all random decisions. A seed repeats the input. */
  readonly random: Random;
  /** The initial file: the sample’s, or an earlier input, kept because it was the first input to reach some code. */
  readonly file: Bytes;
}

export type Strategy = (context: GenerationContext) => Promise<Omit<Input, 'sample'>>;

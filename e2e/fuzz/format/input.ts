import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import type { Random } from '../random.ts';
import type { SourceFault } from './faulty-source.ts';
import { type Sample } from './sample.ts';

/** An input of the reader: a file, its source, and the keys that open it. */
export interface Input {
  readonly file: Bytes;
  /** The sample whose keys are used. Any content that opens must be the content of that sample. */
  readonly sample: string;
  /** How the input was generated, for people. */
  readonly trail: string;
  readonly lie?: SourceFault;
  /** Whether the holder of the sample’s key signed it. Its facts are then the holder’s claims. */
  readonly byOwner?: boolean;
}

export interface GenerationContext {
  readonly sample: Sample;
  readonly samples: readonly Sample[];
  readonly dice: Random;
  /** The initial file: the sample’s, or a kept input that reached new code. */
  readonly file: Bytes;
}

export type Strategy = (making: GenerationContext) => Promise<Omit<Input, 'sample'>>;

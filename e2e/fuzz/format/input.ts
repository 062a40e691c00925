import type { Bytes } from '../../../packages/tdf/src/bytes.ts';
import type { Dice } from '../dice.ts';
import type { Lie } from './lying-source.ts';
import { type Sample } from './sample.ts';

/** What the reader is tried with: a file, how it comes to the reader, and whose keys shall open it. */
export interface Input {
  readonly file: Bytes;
  /** The name of the sample whose keys there are: whatever opens must show what its sealer wrote. */
  readonly sample: string;
  /** How it was made, for people. */
  readonly trail: string;
  readonly lie?: Lie;
  /** Signed by the holder of the sample's own key: then what it shows is theirs to say. */
  readonly byOwner?: boolean;
}

export interface Making {
  readonly sample: Sample;
  readonly samples: readonly Sample[];
  readonly dice: Dice;
  /** The file to begin with: the sample's, or one that was made of it and showed something new. */
  readonly file: Bytes;
}

export type Strategy = (making: Making) => Promise<Omit<Input, 'sample'>>;

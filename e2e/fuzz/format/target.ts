import { fromBase64, toBase64 } from '../../../packages/tdf/src/base64.ts';
import { type Dice, diceOf } from '../dice.ts';
import type { Subject, Target, Verdict } from '../target.ts';
import * as archive from './archive-strategies.ts';
import * as attacker from './attacker-strategies.ts';
import type { Input, Strategy } from './input.ts';
import { judge } from './judge.ts';
import * as manifest from './manifest-strategies.ts';
import { segments } from './payload-strategies.ts';
import { READER_PLANTS, readerWith } from './plants.ts';
import { type Sample } from './sample.ts';
import { makeSamples } from './samples.ts';

/** How often each way is gone, out of all of them together. */
const WAYS: readonly (readonly [Strategy, number])[] = [
  [archive.bytes, 14],
  [archive.fields, 14],
  [archive.layout, 8],
  [archive.cuts, 4],
  [archive.splices, 5],
  [archive.sources, 7],
  [manifest.tree, 14],
  [manifest.text, 7],
  [manifest.parts, 10],
  [segments, 9],
  [attacker.withoutKey, 4],
  [attacker.withOtherKey, 4],
  [attacker.byOwner, 4],
];
const BAG: readonly Strategy[] = WAYS.flatMap(([way, times]) => Array.from({ length: times }, () => way));

/** Inputs kept within a block because they showed a new way through the reader. */
const KEPT = 60;

interface SavedInput extends Omit<Input, 'file'> {
  readonly file: string;
}

export const format: Target = {
  what: 'the reader of protected files: zip, manifest, policy, segments, assertions, and its sources',
  plants: READER_PLANTS,
  inputs: 20_000,
  open: async ({ seed, plant }) => {
    const samples = await makeSamples();
    return subjectOf(seed, samples, plant);
  },
};

function subjectOf(seed: number, samples: readonly Sample[], plant: string | undefined): Subject {
  const reader = readerWith(plant);
  const places = new Set<string>();
  let kept: Pick<Input, 'file' | 'sample'>[] = [];

  async function tried(input: Input): Promise<Verdict> {
    const sample = named(samples, input.sample);
    const { outcome, place, problem } = await judge(reader, input, sample);
    if (!places.has(place)) {
      places.add(place);
      if (kept.length < KEPT && !input.byOwner && !input.lie) kept.push(input);
    }
    const found = problem ? { problem, input: saved(input) } : {};
    return { outcome, trail: `${input.sample}: ${input.trail}`, ...found };
  }

  return {
    begin: () => {
      kept = [];
      places.clear();
    },
    try: async (index) => tried(await made(diceOf(seed, index), samples, kept)),
    again: (input) => tried(opened(input as SavedInput)),
  };
}

async function made(
  dice: Dice,
  samples: readonly Sample[],
  kept: readonly Pick<Input, 'file' | 'sample'>[],
): Promise<Input> {
  const from = kept.length > 0 && dice.oneIn(3) ? dice.pick(kept) : undefined;
  const sample = from ? named(samples, from.sample) : dice.pick(samples);
  const way = dice.pick(BAG);
  return { ...(await way({ sample, samples, dice, file: from?.file ?? sample.file })), sample: sample.name };
}

function named(samples: readonly Sample[], name: string): Sample {
  const sample = samples.find((one) => one.name === name);
  if (!sample) throw new RangeError(`no sample ${name}`);
  return sample;
}

const saved = (input: Input): SavedInput => ({ ...input, file: toBase64(input.file) });

// JSON has no word for what some sources say of themselves; the kind of lie brings it back.
const opened = (input: SavedInput): Input => ({
  ...input,
  file: fromBase64(input.file),
  ...(input.lie ? { lie: input.lie } : {}),
});

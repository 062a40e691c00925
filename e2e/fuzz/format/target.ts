import { fromBase64, toBase64 } from '../../../packages/tdf/src/base64.ts';
import { type Random, randomOf } from '../random.ts';
import type { Subject, Target, Verdict } from '../target.ts';
import * as archive from './archive-strategies.ts';
import * as attacker from './attacker-strategies.ts';
import type { Input, Strategy } from './input.ts';
import { judge } from './judge.ts';
import * as manifest from './manifest-strategies.ts';
import { segments } from './payload-strategies.ts';
import { type Sample } from './sample.ts';
import { makeSamples } from './samples.ts';
import { READER_FAULTS, readerWith } from './seeded-faults.ts';

/** The weights of the strategies. */
const STRATEGY_WEIGHTS: readonly (readonly [Strategy, number])[] = [
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
const weightedStrategies: readonly Strategy[] = STRATEGY_WEIGHTS.flatMap(([way, times]) =>
  Array.from({ length: times }, () => way),
);

/** The maximum number of inputs of a block that are kept because they reached new code of the reader. */
const maxKeptInputs = 60;

interface SavedInput extends Omit<Input, 'file'> {
  readonly file: string;
}

export const format: Target = {
  description: 'the reader of protected files: zip, manifest, policy, segments, assertions, and its sources',
  seededFaults: READER_FAULTS,
  inputs: 20_000,
  open: async ({ seed, plant }) => {
    const samples = await makeSamples();
    return subjectOf(seed, samples, plant);
  },
};

function subjectOf(seed: number, samples: readonly Sample[], plant: string | undefined): Subject {
  const reader = readerWith(plant);
  const visitedPlaces = new Set<string>();
  let keptInputs: Pick<Input, 'file' | 'sample'>[] = [];

  async function execute(input: Input): Promise<Verdict> {
    const sample = named(samples, input.sample);
    const { outcome, place, problem } = await judge(reader, input, sample);
    if (!visitedPlaces.has(place)) {
      visitedPlaces.add(place);
      if (keptInputs.length < maxKeptInputs && !input.byOwner && !input.sourceFault) keptInputs.push(input);
    }
    const found = problem ? { problem, input: saved(input) } : {};
    return { outcome, trail: `${input.sample}: ${input.trail}`, ...found };
  }

  return {
    startBlock: () => {
      keptInputs = [];
      visitedPlaces.clear();
    },
    try: async (index) => execute(await generate(randomOf(seed, index), samples, keptInputs)),
    replay: (input) => execute(opened(input as SavedInput)),
  };
}

async function generate(
  random: Random,
  samples: readonly Sample[],
  keptInputs: readonly Pick<Input, 'file' | 'sample'>[],
): Promise<Input> {
  const from = keptInputs.length > 0 && random.oneIn(3) ? random.pick(keptInputs) : undefined;
  const sample = from ? named(samples, from.sample) : random.pick(samples);
  const way = random.pick(weightedStrategies);
  return {
    ...(await way({ sample, samples, random, file: from?.file ?? sample.file })),
    sample: sample.name,
  };
}

function named(samples: readonly Sample[], name: string): Sample {
  const sample = samples.find((one) => one.name === name);
  if (!sample) throw new RangeError(`no sample ${name}`);
  return sample;
}

const saved = (input: Input): SavedInput => ({ ...input, file: toBase64(input.file) });

// JSON cannot express some sizes of a source. The kind of its fault restores them.
const opened = (input: SavedInput): Input => ({
  ...input,
  file: fromBase64(input.file),
  ...(input.sourceFault ? { sourceFault: input.sourceFault } : {}),
});

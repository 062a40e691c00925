import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import { HAVOC, havoc, manyHavocs, splice } from '../havoc.ts';
import type { Random } from '../random.ts';
import { SOURCE_FAULTS } from './faulty-source.ts';
import type { GenerationContext, Strategy } from './input.ts';
import { changedField } from './zip-fields.ts';
import { type FileEntry, withComment, withZip64End, zipFile } from './zip-file.ts';

/** Mutations of bytes without regard to the format. */
export const bytes: Strategy = async ({ file, random, samples }) => {
  const donor = random.pick(samples).file;
  return random.oneIn(3)
    ? { file: manyHavocs(file, random, donor), trail: 'bytes' }
    : ((way) => ({ file: havoc(file, random, donor, way), trail: `bytes ${way}` }))(random.pick(HAVOC));
};

/** Changes one to three fields of the archive’s records. */
export const fields: Strategy = async ({ file, random }) => {
  const names: string[] = [];
  let changed = file;
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const next = changedField(changed, random);
    names.push(next.field);
    changed = next.file;
  }
  return { file: changed, trail: names.join(', ') };
};

const NAMES = [
  '0.payload',
  '0.manifest.json',
  '0.payload ',
  '0.PAYLOAD',
  './0.payload',
  '0.payload\u0000',
  '',
  '/',
  '__proto__',
  'x'.repeat(300),
];

/** The same parts in another archive: reordered, duplicated, extended, with zip64, comments or additional bytes. */
export const layout: Strategy = async ({ sample, samples, random }) => {
  const other = random.pick(samples);
  const text = utf8(JSON.stringify(sample.manifest));
  const entries: FileEntry[] = [
    { name: '0.payload', data: sample.payload, zip64: random.oneIn(3), descriptor: random.oneIn(3) },
    { name: '0.manifest.json', data: text, zip64: random.oneIn(4), descriptor: random.oneIn(4) },
  ];
  const change = random.pick([
    'order',
    'double',
    'double of another',
    'stranger',
    'renamed',
    'removed',
    'one in the other',
    'nothing',
  ]);
  if (change === 'order') entries.reverse();
  if (change === 'double') entries.push(random.pick(entries));
  if (change === 'double of another')
    entries.splice(
      random.below(3),
      0,
      random.oneIn(2)
        ? { name: '0.payload', data: other.payload }
        : { name: '0.manifest.json', data: utf8(JSON.stringify(other.manifest)) },
    );
  if (change === 'stranger')
    entries.splice(random.below(3), 0, { name: random.pick(NAMES), data: random.bytes(random.below(50)) });
  if (change === 'renamed')
    entries.splice(random.below(2), 1, { name: random.pick(NAMES), data: sample.payload });
  if (change === 'removed') entries.splice(random.below(2), 1);
  if (change === 'one in the other')
    entries.splice(
      0,
      2,
      { name: '0.payload', data: concat([sample.payload, zipFile(entries)]) },
      ...entries.slice(1),
    );
  let file = zipFile(entries);
  if (random.oneIn(4)) file = withZip64End(file);
  if (random.oneIn(4))
    file = withComment(file, random.pick(['x', 'PK\u0005\u0006', 'x'.repeat(3000), '0.manifest.json']));
  if (random.oneIn(6))
    file = splice(
      file,
      random.pick([0, file.length, sample.payload.length + 39]),
      0,
      random.bytes(1 + random.below(30)),
    );
  if (random.oneIn(4)) file = changedField(file, random).file;
  return { file, trail: `layout ${change}` };
};

/** Truncates a sample to each possible length in turn. */
export const cuts: Strategy = async ({ sample, random }) => {
  const length = random.below(sample.file.length);
  return { file: sample.file.slice(0, length), trail: `cut to ${length}` };
};

/** Joins the start of one document and the end of another at record boundaries. */
export const splices: Strategy = async ({ file, samples, random }) => {
  const other = random.pick(samples).file;
  const [one, two] = [placesOf(file), placesOf(other)];
  const way = random.pick(['joined', 'behind', 'crossed']);
  if (way === 'joined') return { file: concat([file, other]), trail: 'both, one behind the other' };
  const [from, to] = [random.pick(one), random.pick(two)];
  if (way === 'behind') return { file: concat([file.slice(0, from), other]), trail: `all behind ${from}` };
  return { file: concat([file.slice(0, from), other.slice(to)]), trail: `${from} and ${to}` };
};

// The possible starts of a record.
const placesOf = (file: Bytes): number[] =>
  [...file.keys()].filter((at) => file[at] === 0x50 && file[at + 1] === 0x4b).concat(file.length);

/** A valid file, or nearly, from a faulty source. */
export const sources: Strategy = async (context: GenerationContext) => {
  const { file, random } = context;
  const kind = random.pick(SOURCE_FAULTS);
  const sourceFault = { kind, from: 1 + random.below(8), by: stepOf(random, file.length) };
  const before = random.oneIn(4) ? havoc(file, random) : file;
  return {
    file: before,
    sourceFault,
    trail: `source ${kind} from read ${sourceFault.from} by ${sourceFault.by}`,
  };
};

const stepOf = (random: Random, size: number): number =>
  random.pick([1, 2, 16, 100, 1 + random.below(size + 1), 2 ** 32, 2 ** 53]);

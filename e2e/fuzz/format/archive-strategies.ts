import { type Bytes, concat, utf8 } from '../../../packages/tdf/src/bytes.ts';
import type { Dice } from '../dice.ts';
import { HAVOC, havoc, manyHavocs, splice } from '../havoc.ts';
import type { Making, Strategy } from './input.ts';
import { LIES } from './lying-source.ts';
import { changedField } from './zip-fields.ts';
import { type FileEntry, withComment, withZip64End, zipFile } from './zip-file.ts';

/** Bytes that mean nothing to the change. */
export const bytes: Strategy = async ({ file, dice, samples }) => {
  const donor = dice.pick(samples).file;
  return dice.oneIn(3)
    ? { file: manyHavocs(file, dice, donor), trail: 'bytes' }
    : ((way) => ({ file: havoc(file, dice, donor, way), trail: `bytes ${way}` }))(dice.pick(HAVOC));
};

/** One to three fields of the archive's own records. */
export const fields: Strategy = async ({ file, dice }) => {
  const names: string[] = [];
  let changed = file;
  for (let left = 1 + dice.below(3); left > 0; left -= 1) {
    const next = changedField(changed, dice);
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

/** The same parts in another archive: order, doubles, strangers, zip64, comments, bytes where none belong. */
export const layout: Strategy = async ({ sample, samples, dice }) => {
  const other = dice.pick(samples);
  const text = utf8(JSON.stringify(sample.manifest));
  const entries: FileEntry[] = [
    { name: '0.payload', data: sample.payload, zip64: dice.oneIn(3), descriptor: dice.oneIn(3) },
    { name: '0.manifest.json', data: text, zip64: dice.oneIn(4), descriptor: dice.oneIn(4) },
  ];
  const change = dice.pick([
    'order',
    'double',
    'double of another',
    'stranger',
    'renamed',
    'left out',
    'one in the other',
    'nothing',
  ]);
  if (change === 'order') entries.reverse();
  if (change === 'double') entries.push(dice.pick(entries));
  if (change === 'double of another')
    entries.splice(
      dice.below(3),
      0,
      dice.oneIn(2)
        ? { name: '0.payload', data: other.payload }
        : { name: '0.manifest.json', data: utf8(JSON.stringify(other.manifest)) },
    );
  if (change === 'stranger')
    entries.splice(dice.below(3), 0, { name: dice.pick(NAMES), data: dice.bytes(dice.below(50)) });
  if (change === 'renamed')
    entries.splice(dice.below(2), 1, { name: dice.pick(NAMES), data: sample.payload });
  if (change === 'left out') entries.splice(dice.below(2), 1);
  if (change === 'one in the other')
    entries.splice(
      0,
      2,
      { name: '0.payload', data: concat([sample.payload, zipFile(entries)]) },
      ...entries.slice(1),
    );
  let file = zipFile(entries);
  if (dice.oneIn(4)) file = withZip64End(file);
  if (dice.oneIn(4))
    file = withComment(file, dice.pick(['x', 'PK\u0005\u0006', 'x'.repeat(3000), '0.manifest.json']));
  if (dice.oneIn(6))
    file = splice(
      file,
      dice.pick([0, file.length, sample.payload.length + 39]),
      0,
      dice.bytes(1 + dice.below(30)),
    );
  if (dice.oneIn(4)) file = changedField(file, dice).file;
  return { file, trail: `layout ${change}` };
};

/** Every length that a sample can be cut to, one after the other. */
export const cuts: Strategy = async ({ sample, dice }) => {
  const length = dice.below(sample.file.length);
  return { file: sample.file.slice(0, length), trail: `cut to ${length}` };
};

/** The beginning of one document and the end of another, at places that mean something. */
export const splices: Strategy = async ({ file, samples, dice }) => {
  const other = dice.pick(samples).file;
  const [one, two] = [placesOf(file), placesOf(other)];
  const way = dice.pick(['joined', 'behind', 'crossed']);
  if (way === 'joined') return { file: concat([file, other]), trail: 'both, one behind the other' };
  const [from, to] = [dice.pick(one), dice.pick(two)];
  if (way === 'behind') return { file: concat([file.slice(0, from), other]), trail: `all behind ${from}` };
  return { file: concat([file.slice(0, from), other.slice(to)]), trail: `${from} and ${to}` };
};

// Where a record may begin.
const placesOf = (file: Bytes): number[] =>
  [...file.keys()].filter((at) => file[at] === 0x50 && file[at + 1] === 0x4b).concat(file.length);

/** A sound file, or nearly, from a source that is none. */
export const sources: Strategy = async (making: Making) => {
  const { file, dice } = making;
  const kind = dice.pick(LIES);
  const lie = { kind, from: 1 + dice.below(8), by: stepOf(dice, file.length) };
  const before = dice.oneIn(4) ? havoc(file, dice) : file;
  return { file: before, lie, trail: `source ${kind} from read ${lie.from} by ${lie.by}` };
};

const stepOf = (dice: Dice, size: number): number =>
  dice.pick([1, 2, 16, 100, 1 + dice.below(size + 1), 2 ** 32, 2 ** 53]);

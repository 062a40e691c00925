import { diffArrays } from 'diff';
import {
  type ComparedLine,
  type ComparedRow,
  type ComparedSide,
  CompareError,
  type CompareOptions,
  type Comparison,
} from './compare.types.ts';
import { type BlockRow, compareBlock } from './compare-block.rules.ts';

/** The number of lines that may differ; the time grows with its square. */
const maxEditLength = 4_000;
const maxLinesMs = 8_000;
/** After that time, the words of further changed lines are not compared. */
const maxWordsMs = 8_000;

export type CompareRun = {
  readonly now: () => number;
  /** The share of the lines that are compared, 0 to 1. */
  readonly onProgress: (share: number) => void;
};

const unwatched: CompareRun = { now: () => performance.now(), onProgress: () => undefined };

/** Numbers equal lines equally, because numbers are compared faster than texts. */
function createKeys({ ignoresWhiteSpace, ignoresLineEnds }: CompareOptions) {
  const keys = new Map<string, number>();
  return ({ text }: ComparedLine): number => {
    const compared = ignoresWhiteSpace || ignoresLineEnds ? text.replace(/\s+/g, '') : text;
    const key = keys.get(compared) ?? keys.size;
    keys.set(compared, key);
    return key;
  };
}

const wholeSide = ({ text, number, page }: ComparedLine): ComparedSide => ({
  number,
  page,
  parts: [{ text, isChanged: false }],
});

/** Numbers the changes: neighbouring rows with a difference are one change. */
function numberChanges(rows: readonly BlockRow[]): Comparison {
  let changeCount = 0;
  let isInChange = false;
  const numbered = rows.map((row): ComparedRow => {
    const isChange = row.kind !== 'same';
    if (isChange && !isInChange) changeCount += 1;
    isInChange = isChange;
    return { ...row, change: isChange ? changeCount : 0 };
  });
  return { rows: numbered, changeCount };
}

/**
 * Compares two documents by lines, and changed lines by words; Chinese by characters.
 * @throws {CompareError} `tooDifferent` if they have too little in common to be compared in a short time.
 */
export function compareTexts(
  left: readonly ComparedLine[],
  right: readonly ComparedLine[],
  options: CompareOptions,
  { now, onProgress }: CompareRun = unwatched,
): Comparison {
  const keyOf = createKeys(options);
  const parts = diffArrays(left.map(keyOf), right.map(keyOf), { maxEditLength, timeout: maxLinesMs });
  if (parts === undefined) throw new CompareError('tooDifferent');
  const wordsEnd = now() + maxWordsMs;
  const rows: BlockRow[] = [];
  let [leftAt, rightAt] = [0, 0];
  let block = { left: [] as readonly ComparedLine[], right: [] as readonly ComparedLine[] };
  const addBlock = () => {
    if (block.left.length + block.right.length === 0) return;
    for (const row of compareBlock(block.left, block.right, { ...options, isCoarse: now() > wordsEnd }))
      rows.push(row);
    block = { left: [], right: [] };
    onProgress((leftAt + rightAt) / (left.length + right.length));
  };
  for (const { count, added, removed } of parts) {
    if (removed) {
      block = { ...block, left: left.slice(leftAt, leftAt + count) };
      leftAt += count;
    } else if (added) {
      block = { ...block, right: right.slice(rightAt, rightAt + count) };
      rightAt += count;
    } else {
      addBlock();
      for (let step = 0; step < count; step += 1) {
        const [from, to] = [left[leftAt + step], right[rightAt + step]];
        if (from && to) rows.push({ kind: 'same', left: wholeSide(from), right: wholeSide(to) });
      }
      leftAt += count;
      rightAt += count;
    }
  }
  addBlock();
  return numberChanges(rows);
}

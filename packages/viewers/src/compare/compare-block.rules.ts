import { diffArrays } from 'diff';
import type {
  ComparedLine,
  ComparedPart,
  ComparedRow,
  ComparedSide,
  CompareOptions,
} from './compare.types.ts';
import { isWhiteSpace, partsOf, tokensOf } from './line-tokens.rules.ts';
import { type LineMatch, pairLines } from './pair-lines.rules.ts';

/** Larger blocks are compared by lines only: nobody reads the differences of words in them. */
const maxBlockTokens = 20_000;
const maxEditLength = 4_000;
const maxBlockMs = 1_000;

/** The share of the shorter line that two lines must have in common to stand beside each other. */
const minCommonShare = 0.3;

/** The part of a row that is known before changes are numbered. */
export type BlockRow = Omit<ComparedRow, 'change'>;

type Token = { readonly text: string; readonly line: number; readonly index: number };

/** The tokens of some lines. Those that take part in the comparison are in `compared`. */
type BlockSide = {
  readonly lines: readonly ComparedLine[];
  readonly tokens: readonly (readonly string[])[];
  readonly compared: readonly Token[];
  readonly isChanged: readonly boolean[][];
};

function blockSideOf(lines: readonly ComparedLine[], options: CompareOptions): BlockSide {
  const { ignoresWhiteSpace, ignoresLineEnds } = options;
  const isIgnored = (text: string) => (ignoresWhiteSpace || ignoresLineEnds) && isWhiteSpace(text);
  const tokens = lines.map(({ text }) => tokensOf(text));
  const compared = tokens.flatMap((texts, line): Token[] => [
    ...texts.map((text, index) => ({ text, line, index })).filter(({ text }) => !isIgnored(text)),
    // The end of a line is no token of it.
    ...(ignoresLineEnds ? [] : [{ text: '\n', line, index: texts.length }]),
  ]);
  return { lines, tokens, compared, isChanged: tokens.map((texts) => texts.map(() => true)) };
}

/** Finds the tokens that both sides have in this order, marks them as unchanged and counts them by pairs of lines. */
function matchTokens(left: BlockSide, right: BlockSide): readonly LineMatch[] | null {
  if (left.compared.length + right.compared.length > maxBlockTokens) return null;
  const textsOf = ({ compared }: BlockSide) => compared.map(({ text }) => text);
  const found = diffArrays(textsOf(left), textsOf(right), { maxEditLength, timeout: maxBlockMs });
  if (found === undefined) return null;
  const matches: LineMatch[] = [];
  let [leftAt, rightAt] = [0, 0];
  for (const { count, added, removed } of found) {
    const common = added || removed ? 0 : count;
    for (let step = 0; step < common; step += 1) {
      const [from, to] = [left.compared[leftAt + step], right.compared[rightAt + step]];
      if (!from || !to) continue;
      unmark(left, from);
      unmark(right, to);
      const weight = isWhiteSpace(from.text) ? 0 : from.text.length;
      const last = matches.at(-1);
      if (last?.left === from.line && last.right === to.line)
        matches[matches.length - 1] = { ...last, weight: last.weight + weight };
      else matches.push({ left: from.line, right: to.line, weight });
    }
    if (!added) leftAt += count;
    if (!removed) rightAt += count;
  }
  return matches;
}

function unmark({ isChanged }: BlockSide, { line, index }: Token): void {
  const marks = isChanged[line];
  if (marks && index < marks.length) marks[index] = false;
}

const lengthOf = (line: ComparedLine | undefined) => (line?.text ?? '').replace(/\s/g, '').length;

/** Whether two lines have enough in common to be the same one, changed. */
function resemble({ left, right, weight }: LineMatch, from: BlockSide, to: BlockSide): boolean {
  const shorter = Math.min(lengthOf(from.lines[left]), lengthOf(to.lines[right]));
  return shorter > 0 && weight >= shorter * minCommonShare;
}

/**
 * Compares the lines between two places where the documents are the same: finds the words that differ, and the lines that stand
 * beside each other.
 */
export function compareBlock(
  leftLines: readonly ComparedLine[],
  rightLines: readonly ComparedLine[],
  options: CompareOptions & { readonly isCoarse: boolean },
): readonly BlockRow[] {
  const { ignoresLineEnds, isCoarse } = options;
  const isOneSided = leftLines.length === 0 || rightLines.length === 0;
  const [left, right] = [blockSideOf(leftLines, options), blockSideOf(rightLines, options)];
  const matches = isOneSided || isCoarse ? null : matchTokens(left, right);
  const pairs = pairLines((matches ?? []).filter((match) => resemble(match, left, right)));

  const sideOf = (side: BlockSide, line: number, isPaired: boolean): ComparedSide | null => {
    const source = side.lines[line];
    if (!source) return null;
    // A line without a counterpart is new or gone as a whole, unless the words were only moved to other lines.
    const isWhole = matches === null || (!isPaired && !ignoresLineEnds);
    const parts: readonly ComparedPart[] = isWhole
      ? [{ text: source.text, isChanged: true }]
      : partsOf(side.tokens[line] ?? [], shownMarks(side, line, options));
    return { number: source.number, page: source.page, parts };
  };
  const rows: BlockRow[] = [];
  let [leftAt, rightAt] = [0, 0];
  const addUnpaired = (leftEnd: number, rightEnd: number) => {
    while (leftAt < leftEnd || rightAt < rightEnd) {
      rows.push(
        rowOf(
          leftAt < leftEnd ? sideOf(left, leftAt, false) : null,
          rightAt < rightEnd ? sideOf(right, rightAt, false) : null,
        ),
      );
      leftAt = Math.min(leftEnd, leftAt + 1);
      rightAt = Math.min(rightEnd, rightAt + 1);
    }
  };
  for (const pair of pairs) {
    addUnpaired(pair.left, pair.right);
    rows.push(rowOf(sideOf(left, pair.left, true), sideOf(right, pair.right, true)));
    [leftAt, rightAt] = [pair.left + 1, pair.right + 1];
  }
  addUnpaired(leftLines.length, rightLines.length);
  return rows;
}

/** The marks of a line. White space that is ignored is not marked. */
function shownMarks(side: BlockSide, line: number, options: CompareOptions): readonly boolean[] {
  const marks = side.isChanged[line] ?? [];
  if (!options.ignoresWhiteSpace && !options.ignoresLineEnds) return marks;
  return marks.map((mark, index) => mark && !isWhiteSpace(side.tokens[line]?.[index] ?? ''));
}

function rowOf(left: ComparedSide | null, right: ComparedSide | null): BlockRow {
  const isChanged = [left, right].some((side) => side?.parts.some((part) => part.isChanged));
  if (!isChanged && (left?.parts.length ?? right?.parts.length ?? 0) > 0)
    return { kind: 'same', left, right };
  const kind = left === null ? 'added' : right === null ? 'removed' : 'changed';
  return { kind, left, right };
}

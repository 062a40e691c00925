export type DiffPart = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** Above this product of lengths, the middle of the texts counts as replaced: comparing it would block the page. */
const maxCells = 4_000_000;

/** A Chinese character, a word of another script, white space, or any other character. */
const tokenPattern = /\p{Script=Han}|(?:[^\P{L}\p{Script=Han}]|[\p{N}\p{M}_])+|\s+|./gsu;
const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** The difference of two texts by words, as parts in reading order. Adjacent parts have different kinds. */
export function diffTexts(before: string, after: string): readonly DiffPart[] {
  const [from, to] = [tokensOf(before), tokensOf(after)];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const parts: DiffPart[] = [
    ...same(from.slice(0, start)),
    ...diffTokens(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...same(end === 0 ? [] : from.slice(-end)),
  ];
  return merged(parts);
}

const same = (tokens: readonly string[]): DiffPart[] => tokens.map((text) => ({ kind: 'same', text }));

/** By the longest common subsequence. */
function diffTokens(from: readonly string[], to: readonly string[]): DiffPart[] {
  if (from.length * to.length > maxCells) {
    return [
      { kind: 'removed', text: from.join('') },
      { kind: 'added', text: to.join('') },
    ];
  }
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1) {
    for (let column = to.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        from[row] === to[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    const [old, fresh] = [from[row], to[column]];
    if (old !== undefined && old === fresh) {
      parts.push({ kind: 'same', text: old });
      [row, column] = [row + 1, column + 1];
    } else if (
      old !== undefined &&
      (fresh === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      parts.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      parts.push({ kind: 'added', text: fresh ?? '' });
      column += 1;
    }
  }
  return parts;
}

function merged(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) result[result.length - 1] = { ...last, text: last.text + part.text };
    else if (part.text !== '') result.push(part);
  }
  return result;
}

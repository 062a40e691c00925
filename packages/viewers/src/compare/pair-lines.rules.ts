/** How much of a line of the left side is found in a line of the right side. */
export type LineMatch = { readonly left: number; readonly right: number; readonly weight: number };

/** With more matches, the pairs are those that come first. */
const maxMatches = 1_500;

/**
 * Pairs lines in order so that the pairs have as much in common as possible. Each line has one pair at most.
 * @param matches - in the order of the left lines, then of the right lines.
 */
export function pairLines(matches: readonly LineMatch[]): readonly LineMatch[] {
  if (matches.length > maxMatches) return firstPairs(matches);
  const bestSums: number[] = [];
  const previous: number[] = [];
  let end = -1;
  for (const [index, match] of matches.entries()) {
    let [sum, from] = [0, -1];
    for (let before = 0; before < index; before += 1) {
      const one = matches[before];
      const oneSum = bestSums[before] ?? 0;
      if (one && one.left < match.left && one.right < match.right && oneSum > sum)
        [sum, from] = [oneSum, before];
    }
    bestSums.push(sum + match.weight);
    previous.push(from);
    if (end === -1 || sum + match.weight > (bestSums[end] ?? 0)) end = index;
  }
  const pairs: LineMatch[] = [];
  for (let at = end; at !== -1; at = previous[at] ?? -1) {
    const pair = matches[at];
    if (pair) pairs.unshift(pair);
  }
  return pairs;
}

function firstPairs(matches: readonly LineMatch[]): readonly LineMatch[] {
  const pairs: LineMatch[] = [];
  for (const match of matches) {
    const last = pairs.at(-1);
    if (last === undefined || (match.left > last.left && match.right > last.right)) pairs.push(match);
  }
  return pairs;
}

import { type PaletteItem, type PaletteKind, paletteKinds } from './palette.types.ts';

/** Scores of a match: a higher one is better. */
const scores = { whole: 100, start: 80, wordStart: 60, inside: 40, scattered: 10 } as const;

const isWordStart = (text: string, index: number) =>
  index === 0 || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');

/** Chinese has no spaces: its characters match only side by side, otherwise two of them would match nearly anything. */
const mayScatter = (word: string) => word.length > 1 && /^[\p{ASCII}]+$/u.test(word);

/** Whether the characters of the word appear in the text in their order. */
function isScattered(text: string, word: string): boolean {
  let from = 0;
  for (const character of word) {
    from = text.indexOf(character, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

function wordScore(text: string, word: string): number {
  const index = text.indexOf(word);
  if (index === -1) return mayScatter(word) && isScattered(text, word) ? scores.scattered : 0;
  if (text === word) return scores.whole;
  if (index === 0) return scores.start;
  return isWordStart(text, index) ? scores.wordStart : scores.inside;
}

/** How well a text matches; 0 if one of the words does not. An empty query matches everything alike. */
export function fuzzyScore(query: string, title: string, detail = ''): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [inTitle, inDetail] = [title.toLowerCase(), detail.toLowerCase()];
  let sum = 1;
  for (const word of words) {
    const score = Math.max(wordScore(inTitle, word), wordScore(inDetail, word) / 2);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** Number of entries of a kind that the palette shows. */
const maxPerKind = 6;

export type PaletteGroup = { readonly kind: PaletteKind | 'recent'; readonly items: readonly PaletteItem[] };

/**
 * The matching entries by kind, the kind of the best match first. Without a text: the recent choices, then what can be
 * done here.
 */
export function groupItems(
  query: string,
  items: readonly PaletteItem[],
  recentIDs: readonly string[],
): readonly PaletteGroup[] {
  const unique = [...new Map(items.map((item) => [item.id, item])).values()];
  if (query.trim() === '') {
    const recent = recentIDs.flatMap((id) => unique.find((item) => item.id === id) ?? []);
    const rest = unique.filter(({ id, kind }) => !recentIDs.includes(id) && isShownAtOnce(kind));
    const groups = paletteKinds.map((kind) => ({ kind, items: rest.filter((item) => item.kind === kind) }));
    return [{ kind: 'recent' as const, items: recent }, ...groups].filter((group) => group.items.length > 0);
  }
  const scored = unique
    .map((item) => ({
      item,
      score: fuzzyScore(query, item.title, item.detail) * (recentIDs.includes(item.id) ? 1.2 : 1),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const kinds = [...new Set(scored.map(({ item }) => item.kind))];
  return kinds.map((kind) => ({
    kind,
    items: scored.flatMap(({ item }) => (item.kind === kind ? [item] : [])).slice(0, maxPerKind),
  }));
}

const isShownAtOnce = (kind: PaletteKind) => kind === 'action' || kind === 'screen';

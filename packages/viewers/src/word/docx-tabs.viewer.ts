import { marks } from './docx-marks.rules.ts';
import type { ParsedDocx, ParsedTab } from './docx-model.rules.ts';
import { paragraphsOf, styleChain } from './docx-model.rules.ts';

type TabStop = {
  /** In CSS pixels from the edge of the column. */
  readonly position: number;
  readonly style: string;
  readonly leader: string;
};

/** The tab stops of the paragraphs, by the class that marks them. */
export type TabStops = {
  readonly byClass: ReadonlyMap<string, readonly TabStop[]>;
  readonly defaultDistance: number;
};

const classPrefix = 'tabs-';
const pixelsPerPoint = 96 / 72;
const minDistancePx = 4;
/** A paragraph with more tabs has none of the further ones measured. */
const maxTabsInParagraph = 40;
const maxTabs = 20_000;
/** A stop this near to the text does not count. */
const tolerancePx = 0.5;

const pixelsOf = (length: string | undefined): number =>
  (Number.parseFloat(length ?? '') || 0) * pixelsPerPoint;

/** Adds the stops of a style or paragraph to those that it inherits, or removes them. */
function mergeStops(inherited: readonly TabStop[], own: readonly ParsedTab[]): readonly TabStop[] {
  const stops = new Map(inherited.map((stop) => [Math.round(stop.position), stop]));
  for (const { position, style, leader } of own) {
    const at = pixelsOf(position);
    if (style === 'clear') stops.delete(Math.round(at));
    else stops.set(Math.round(at), { position: at, style, leader: leader ?? 'none' });
  }
  return [...stops.values()].sort((a, b) => a.position - b.position);
}

/** Marks the paragraphs of a document with the class of their tab stops. */
export function markTabStops(parsed: ParsedDocx): TabStops {
  const byClass = new Map<string, readonly TabStop[]>();
  const classes = new Map<string, string>();
  const all = parsed.stylesPart?.styles ?? [];
  const styles = new Map(all.map((style) => [style.id ?? '', style]));
  const defaultStyle = all.find(({ isDefault, target }) => isDefault && target === 'p')?.id ?? undefined;
  for (const paragraph of paragraphsOf(parsed)) {
    const chain = styleChain(styles, paragraph.styleName ?? defaultStyle).toReversed();
    const lists = [...chain.map(({ paragraphProps }) => paragraphProps?.tabs ?? []), paragraph.tabs ?? []];
    if (lists.every(({ length }) => length === 0)) continue;
    const stops = lists.reduce<readonly TabStop[]>(mergeStops, []);
    const key = JSON.stringify(stops);
    const name = classes.get(key) ?? `${classPrefix}${classes.size}`;
    classes.set(key, name);
    byClass.set(name, stops);
    paragraph.className = [paragraph.className, name].filter(Boolean).join(' ');
  }
  const distance = pixelsOf(parsed.settingsPart?.settings?.defaultTabStop);
  return { byClass, defaultDistance: Math.max(minDistancePx, distance || 36 * pixelsPerPoint) };
}

/** Creates a tab; its width is measured later. */
export function createTab(): HTMLElement {
  const tab = document.createElement('span');
  tab.className = 'tab';
  tab.textContent = '\t';
  return tab;
}

type TabbedParagraph = {
  readonly paragraph: HTMLElement;
  readonly tabs: readonly HTMLElement[];
  readonly stops: readonly TabStop[];
  /** Where a hanging first line meets the other lines, from the edge of the column. */
  readonly indent: number;
  readonly margin: number;
  readonly endMargin: number;
  /** Between the outer edge of a border and the end of the text. */
  readonly endSpace: number;
  readonly isHanging: boolean;
  readonly isRightToLeft: boolean;
};

function readParagraph(
  paragraph: HTMLElement,
  tabs: readonly HTMLElement[],
  { byClass }: TabStops,
): TabbedParagraph {
  const style = getComputedStyle(paragraph);
  const sum = (...lengths: readonly string[]) =>
    lengths.reduce((total, length) => total + (Number.parseFloat(length) || 0), 0);
  const name = Array.from(paragraph.classList).find((each) => each.startsWith(classPrefix));
  return {
    paragraph,
    tabs,
    stops: byClass.get(name ?? '') ?? [],
    indent: sum(style.marginLeft, style.borderLeftWidth, style.paddingLeft),
    margin: sum(style.marginLeft),
    endMargin: sum(style.marginRight),
    endSpace: sum(style.borderRightWidth, style.paddingRight),
    isHanging: Number.parseFloat(style.textIndent) < 0,
    isRightToLeft: style.direction === 'rtl',
  };
}

/** The width of the text behind a tab, up to the next tab or the end of the line. */
function followingWidth(paragraph: HTMLElement, tab: HTMLElement, next: HTMLElement | undefined): number {
  const { top, bottom } = tab.getBoundingClientRect();
  const range = document.createRange();
  range.setStartAfter(tab);
  if (next) range.setEndBefore(next);
  else range.setEndAfter(paragraph.lastChild ?? tab);
  const boxes = Array.from(range.getClientRects()).filter(
    (box) => box.width > 0 && box.top < bottom && box.bottom > top,
  );
  if (boxes.length === 0) return 0;
  return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
}

function nextStop(
  { stops, indent, isHanging }: TabbedParagraph,
  from: number,
  defaultDistance: number,
): TabStop {
  const own = stops.find(({ position }) => position > from + tolerancePx);
  const hanging = isHanging && indent > from + tolerancePx ? indent : null;
  if (hanging !== null && (!own || hanging < own.position))
    return { position: hanging, style: 'left', leader: 'none' };
  if (own) return own;
  const position = (Math.floor((from + tolerancePx) / defaultDistance) + 1) * defaultDistance;
  return { position, style: 'left', leader: 'none' };
}

const alignedShares: Readonly<Record<string, number>> = { center: 0.5, right: 1 };

/** The place of a tab with an alignment of its own (`w:ptab`), in a column of a width. */
function ownStopOf(tab: HTMLElement, columnWidth: number): TabStop | null {
  const name = tab.parentElement?.previousElementSibling?.id ?? '';
  if (!name.startsWith(marks.positionTab)) return null;
  const style = name.slice(marks.positionTab.length);
  return { position: columnWidth * (alignedShares[style] ?? 0), style, leader: 'none' };
}

const leaders: Readonly<Record<string, string>> = {
  dot: 'dotted',
  middleDot: 'dotted',
  hyphen: 'dashed',
  underscore: 'solid',
  heavy: 'solid',
};

/** A leader stands at the foot of the letters, however high their line is. */
const leaderPlace = { position: 'relative', top: '-0.2em', lineHeight: '1', marginBottom: '-1px' } as const;

/** Gives the tabs of a displayed host their widths. Each round measures one tab of every paragraph. */
export function layOutTabs(host: HTMLElement, tabStops: TabStops): void {
  const byParagraph = new Map<HTMLElement, HTMLElement[]>();
  for (const tab of Array.from(host.querySelectorAll<HTMLElement>('.tab')).slice(0, maxTabs)) {
    const paragraph = tab.closest('p');
    if (paragraph) byParagraph.set(paragraph, [...(byParagraph.get(paragraph) ?? []), tab]);
  }
  let open = Array.from(byParagraph, ([paragraph, tabs]) => readParagraph(paragraph, tabs, tabStops));
  for (let round = 0; round < maxTabsInParagraph && open.length > 0; round += 1) {
    const widths = open.map((each) => {
      const { paragraph, tabs, margin, isRightToLeft } = each;
      const tab = tabs[round];
      if (!tab || isRightToLeft) return null;
      const { left, right } = paragraph.getBoundingClientRect();
      const edge = left - margin;
      const from = tab.getBoundingClientRect().left - edge;
      const stop =
        ownStopOf(tab, right + each.endMargin - edge) ?? nextStop(each, from, tabStops.defaultDistance);
      const position = Math.min(stop.position, right - each.endSpace - edge - tolerancePx);
      const isEnd = stop.style === 'right' || stop.style === 'end' || stop.style === 'decimal';
      const share = isEnd ? 1 : stop.style === 'center' ? 0.5 : 0;
      const following = share === 0 ? 0 : share * followingWidth(paragraph, tab, tabs[round + 1]);
      return { tab, width: Math.max(0, position - from - following), leader: leaders[stop.leader] };
    });
    for (const found of widths) {
      if (!found) continue;
      found.tab.style.width = `${found.width}px`;
      if (found.leader)
        Object.assign(found.tab.style, { ...leaderPlace, borderBottom: `1px ${found.leader}` });
    }
    open = open.filter(({ tabs }) => tabs.length > round + 1);
  }
}

import type { Axis } from './chart-axis.rules.ts';
import { acrossScaleOf, type Frame, type PlotGroup, slotOf, valueScaleOf } from './chart-frame.rules.ts';
import { formatNumber } from './chart-number.rules.ts';
import { maxSteps, type Scale, ticksOf } from './chart-scale.rules.ts';
import { type Area, lineHeightOf, linesOf, widthOf } from './chart-text.viewer.ts';

/** The room between an axis and its labels. */
export const labelGapPx = 4;
const titleGapPx = 4;
/** The room of labels along an axis, as a share of their own size. */
const labelRoom = { upright: 1, wide: 1.6 };
/** The room between the names of categories, as a share of the size of their letters. */
const nameGap = 0.4;
const slantedTurn = -45;
/** Labels take at most this share of a chart. */
const maxLabelShare = 0.4;
const maxLabelLines = 4;

/** The text of a mark of an axis. */
export function tickTextOf(axis: Axis, group: PlotGroup, value: number): string {
  if (axis === group.valueAxis) {
    const linked = group.isShare ? '0%' : (group.plots[0]?.series[0]?.format ?? '');
    return formatNumber(value, axis.format ?? linked);
  }
  return formatNumber(value, axis.format ?? '');
}

const tickTextsOf = (axis: Axis, group: PlotGroup, scale: Scale) =>
  ticksOf(scale).map((tick) => tickTextOf(axis, group, tick));

const isShown = ({ isDeleted, hasLabels }: Axis) => !isDeleted && hasLabels;

const widestOf = (texts: readonly string[], axis: Axis) =>
  Math.max(0, ...texts.map((text) => widthOf(text, axis.style)));

/** A level title beside a chart is broken into lines of this share of the width of the chart. */
const titleShare = 0.2;

/** The lines of the title of an axis that stands beside a chart; a turned title has one. */
export const sideTitleOf = ({ title, titleStyle, titleTurn }: Axis, { w }: Area): readonly string[] =>
  titleTurn === 0 ? linesOf(title, w * titleShare, titleStyle) : [title];

function titleRoomOf(axis: Axis, area: Area, isBeside: boolean): number {
  const { isDeleted, title, titleStyle, titleTurn } = axis;
  if (isDeleted || title === '') return 0;
  const isLevelBeside = isBeside && titleTurn === 0;
  const lines = isLevelBeside ? sideTitleOf(axis, area) : [title];
  return (
    titleGapPx +
    (isLevelBeside ? Math.max(...lines.map((line) => widthOf(line, titleStyle))) : lineHeightOf(titleStyle))
  );
}

/** How the names of categories stand below a chart. */
export type CategoryLabels = {
  readonly lines: readonly (readonly string[])[];
  readonly every: number;
  readonly turn: number;
  readonly height: number;
};

/** Breaks the names of categories into lines in their slots; names with longer words are turned. */
export function categoryLabelsOf(frame: Frame, maxHeight: number): CategoryLabels {
  const { categories, categoryAxis } = frame;
  const { style, turn, labelStep } = categoryAxis;
  const line = lineHeightOf(style);
  const pitch = slotOf(frame);
  const slot = pitch * Math.max(1, labelStep ?? 1) - style.sizePx * nameGap;
  const widest = Math.max(
    0,
    ...categories.flatMap((name) => name.split(/\s+/)).map((word) => widthOf(word, style)),
  );
  const broken = categories.map((name) => linesOf(name, Math.max(slot, style.sizePx), style));
  const count = Math.max(1, ...broken.map(({ length }) => length));
  const isLevel = turn === 0 || (turn === null && widest <= slot && count <= maxLabelLines);
  if (isLevel) {
    // Level names that have no room stand at every so many categories.
    const every = labelStep ?? Math.max(1, Math.ceil((widest + style.sizePx * nameGap) / pitch));
    const lines = every === 1 ? broken : categories.map((name) => [name]);
    const height = Math.min(maxHeight, line * Math.max(1, ...lines.map(({ length }) => length)));
    return { lines, every, turn: 0, height };
  }
  const angle = turn ?? slantedTurn;
  const longest = Math.max(0, ...categories.map((name) => widthOf(name, style)));
  const sine = Math.abs(Math.sin((angle * Math.PI) / 180));
  return {
    lines: categories.map((name) => [name]),
    every: labelStep ?? Math.max(1, Math.ceil(line / pitch)),
    turn: angle,
    height: Math.min(maxHeight, longest * sine + line * (1 - sine / 2)),
  };
}

type Margins = { l: number; r: number; t: number; b: number };

const innerOf = (area: Area, { l, r, t, b }: Margins): Area => ({
  x: area.x + l,
  y: area.y + t,
  w: Math.max(1, area.w - l - r),
  h: Math.max(1, area.h - t - b),
});

const stepsIn = (length: number, label: number) =>
  Math.max(1, Math.min(maxSteps, Math.floor(length / Math.max(1, label))));

/** The scales of a group in an area of a size. */
function scalesOf(group: PlotGroup, isTurned: boolean, { w, h }: Area) {
  const { valueAxis, categoryAxis } = group;
  const widthIn = (axis: Axis, scale: Scale) =>
    (widestOf(tickTextsOf(axis, group, scale), axis) + labelGapPx) * labelRoom.wide;
  const steps = isTurned
    ? stepsIn(w, widthIn(valueAxis, valueScaleOf(group)))
    : stepsIn(h, lineHeightOf(valueAxis.style) * labelRoom.upright);
  const acrossSteps = group.isScatter ? stepsIn(w, widthIn(categoryAxis, acrossScaleOf(group))) : maxSteps;
  return { scale: valueScaleOf(group, steps), acrossScale: acrossScaleOf(group, acrossSteps) };
}

/**
 * Places the plots of a chart in its area, with room for the labels and titles of their axes unless the area is
 * that between the axes.
 */
export function framesOf(groups: readonly PlotGroup[], area: Area, isInner = false): readonly Frame[] {
  const [first] = groups;
  if (!first) return [];
  const isTurned = groups.some(({ plots }) => plots.some(({ kind }) => kind === 'bar'));
  if (isInner)
    return groups.map((group) => ({ ...group, area, isTurned, ...scalesOf(group, isTurned, area) }));
  const margins: Margins = { l: 0, r: 0, t: 0, b: 0 };
  const uprightOf = (group: PlotGroup) => (isTurned ? group.categoryAxis : group.valueAxis);
  const levelOf = (group: PlotGroup) => (isTurned ? group.valueAxis : group.categoryAxis);
  const sideOf = (axis: Axis, far: 'r' | 't', near: 'l' | 'b') => (axis.side === far ? far : near);
  for (const group of groups) {
    const [upright, level] = [uprightOf(group), levelOf(group)];
    margins[sideOf(upright, 'r', 'l')] += titleRoomOf(upright, area, true);
    const labels = isShown(level) ? lineHeightOf(level.style) + labelGapPx / 2 : 0;
    margins[sideOf(level, 't', 'b')] += titleRoomOf(level, area, false) + labels;
    // The outermost label of an axis reaches over its end.
    if (isShown(upright)) margins.t = Math.max(margins.t, upright.style.sizePx / 2);
  }
  for (const group of groups) {
    const upright = uprightOf(group);
    if (!isShown(upright)) continue;
    const { scale } = scalesOf(group, isTurned, innerOf(area, margins));
    const texts = isTurned ? group.categories : tickTextsOf(upright, group, scale);
    const width = Math.min(area.w * maxLabelShare, widestOf(texts, upright)) + labelGapPx;
    margins[sideOf(upright, 'r', 'l')] += width;
  }
  const frameOf = (group: PlotGroup): Frame => {
    const inner = innerOf(area, margins);
    return { ...group, area: inner, isTurned, ...scalesOf(group, isTurned, inner) };
  };
  const { categoryAxis } = first;
  if (!isTurned && !first.isScatter && isShown(categoryAxis)) {
    const labels = categoryLabelsOf(frameOf(first), area.h * maxLabelShare);
    margins[sideOf(categoryAxis, 't', 'b')] += Math.max(0, labels.height - lineHeightOf(categoryAxis.style));
  }
  return groups.map(frameOf);
}

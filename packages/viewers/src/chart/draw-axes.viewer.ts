import { createSvg } from '../drawingml/draw-nodes.viewer.ts';
import { across, acrossPosition, along, crossingOf, type Frame } from './chart-frame.rules.ts';
import { categoryLabelsOf, labelGapPx, sideTitleOf, tickTextOf } from './chart-layout.viewer.ts';
import { ticksOf } from './chart-scale.rules.ts';
import { type Area, createLines, createText, lineHeightOf, linesOf, widthOf } from './chart-text.viewer.ts';

const markLength = 4;
const maxLabelShare = 0.4;

const createLine = (x1: number, y1: number, x2: number, y2: number, stroke: string) =>
  createSvg('line', { x1, y1, x2, y2, stroke });

/** Draws the lines across a plot at the marks of its axes. */
export function drawGrid(svg: Element, frame: Frame): void {
  const { area, scale, acrossScale, isTurned, isScatter, valueAxis, categoryAxis } = frame;
  const [right, bottom] = [area.x + area.w, area.y + area.h];
  const level = (y: number, color: string) => createLine(area.x, y, right, y, color);
  const upright = (x: number, color: string) => createLine(x, area.y, x, bottom, color);
  const { gridColor } = valueAxis;
  if (gridColor !== null)
    for (const tick of ticksOf(scale)) {
      const place = along(frame, tick);
      svg.append(isTurned ? upright(place, gridColor) : level(place, gridColor));
    }
  if (categoryAxis.gridColor === null) return;
  const places = isScatter
    ? ticksOf(acrossScale).map((tick) => acrossPosition(frame, tick))
    : frame.categories.map((_, at) => across(frame, at));
  for (const place of places)
    svg.append(isTurned ? level(place, categoryAxis.gridColor) : upright(place, categoryAxis.gridColor));
}

/** Where an axis with level labels and one with upright ones put them. */
const placesOf = ({ x, y, w, h }: Area) => ({ l: x - labelGapPx, r: x + w + labelGapPx, t: y, b: y + h });

function drawValueAxis(svg: Element, frame: Frame): void {
  const { area, scale, isTurned, valueAxis: axis } = frame;
  if (axis.isDeleted) return;
  const isFar = axis.side === (isTurned ? 't' : 'r');
  const [right, bottom] = [area.x + area.w, area.y + area.h];
  if (axis.lineColor !== null) {
    const [x, y] = [isFar ? right : area.x, isFar ? area.y : bottom];
    svg.append(
      isTurned
        ? createLine(area.x, y, right, y, axis.lineColor)
        : createLine(x, area.y, x, bottom, axis.lineColor),
    );
  }
  const places = placesOf(area);
  const half = lineHeightOf(axis.style) / 2 + labelGapPx / 2;
  for (const tick of ticksOf(scale)) {
    const place = along(frame, tick);
    if (axis.hasMarks && axis.lineColor !== null) {
      const x = isFar ? right + markLength : area.x - markLength;
      const y = isFar ? area.y - markLength : bottom + markLength;
      svg.append(
        isTurned
          ? createLine(place, isFar ? area.y : bottom, place, y, axis.lineColor)
          : createLine(isFar ? right : area.x, place, x, place, axis.lineColor),
      );
    }
    if (!axis.hasLabels) continue;
    const text = tickTextOf(axis, frame, tick);
    svg.append(
      isTurned
        ? createText(text, place, isFar ? places.t - half : places.b + half, axis.style)
        : createText(text, isFar ? places.r : places.l, place, axis.style, {
            anchor: isFar ? 'start' : 'end',
          }),
    );
  }
}

/** Draws the names of categories beside a chart of bars. */
function drawNamesBeside(svg: Element, frame: Frame, x: number): void {
  const { area, categories, categoryAxis: axis } = frame;
  const line = lineHeightOf(axis.style);
  const every = axis.labelStep ?? Math.max(1, Math.ceil((line * categories.length) / area.h));
  const isFar = axis.side === 'r';
  for (const [at, name] of categories.entries()) {
    if (at % every !== 0) continue;
    const lines = linesOf(name, Math.max(axis.style.sizePx, area.w * maxLabelShare), axis.style);
    const top = across(frame, at) - (lines.length / 2) * line;
    for (const [index, text] of lines.entries())
      svg.append(
        createText(text, isFar ? x + labelGapPx : x - labelGapPx, top + (index + 0.5) * line, axis.style, {
          anchor: isFar ? 'start' : 'end',
        }),
      );
  }
}

/** Draws the names of categories, or the numbers of a scatter chart, below or above a chart. */
function drawNamesBelow(svg: Element, frame: Frame, y: number): void {
  const { area, categoryAxis: axis } = frame;
  const line = lineHeightOf(axis.style);
  const isAbove = axis.side === 't';
  const start = isAbove ? y - labelGapPx / 2 : y + labelGapPx / 2;
  if (frame.isScatter) {
    for (const tick of ticksOf(frame.acrossScale)) {
      const middle = isAbove ? start - line / 2 : start + line / 2;
      svg.append(createText(tickTextOf(axis, frame, tick), acrossPosition(frame, tick), middle, axis.style));
    }
    return;
  }
  const { lines, every, turn, height } = categoryLabelsOf(frame, area.h);
  for (const [at, own] of lines.entries()) {
    if (at % every !== 0) continue;
    const x = across(frame, at);
    if (turn === 0)
      for (const [index, text] of own.entries()) {
        const top = isAbove ? start - height : start;
        svg.append(createText(text, x, top + (index + 0.5) * line, axis.style));
      }
    else
      svg.append(
        createText(own[0] ?? '', x, isAbove ? start - line / 2 : start + line / 2, axis.style, {
          anchor: turn < 0 !== isAbove ? 'end' : 'start',
          turn,
        }),
      );
  }
}

function drawCategoryAxis(svg: Element, frame: Frame): void {
  const { area, isTurned, categoryAxis: axis } = frame;
  if (axis.isDeleted) return;
  const crossing = along(frame, crossingOf(frame));
  const [right, bottom] = [area.x + area.w, area.y + area.h];
  if (axis.lineColor !== null)
    svg.append(
      isTurned
        ? createLine(crossing, area.y, crossing, bottom, axis.lineColor)
        : createLine(area.x, crossing, right, crossing, axis.lineColor),
    );
  if (!axis.hasLabels) return;
  if (isTurned) {
    const isFar = axis.side === 'r';
    drawNamesBeside(svg, frame, isFar ? right : axis.areLabelsLow ? area.x : crossing);
  } else drawNamesBelow(svg, frame, axis.side === 't' ? area.y : axis.areLabelsLow ? bottom : crossing);
}

/** Draws the titles of the axes at the edges of the area of a chart. */
function drawAxisTitles(svg: Element, { area, valueAxis, categoryAxis, isTurned }: Frame, whole: Area): void {
  const [upright, level] = isTurned ? [categoryAxis, valueAxis] : [valueAxis, categoryAxis];
  if (!upright.isDeleted && upright.title !== '') {
    const { titleStyle: style, titleTurn } = upright;
    const lines = sideTitleOf(upright, whole);
    const line = lineHeightOf(style);
    const half = titleTurn === 0 ? Math.max(...lines.map((text) => widthOf(text, style))) / 2 : line / 2;
    const x = upright.side === 'r' ? whole.x + whole.w - half : whole.x + half;
    const middle = area.y + area.h / 2;
    if (titleTurn === 0) svg.append(...createLines(lines, x, middle - (lines.length / 2) * line, style));
    else svg.append(createText(upright.title, x, middle, style, { turn: titleTurn ?? -90 }));
  }
  if (level.isDeleted || level.title === '') return;
  const half = lineHeightOf(level.titleStyle) / 2;
  const y = level.side === 't' ? whole.y + half : whole.y + whole.h - half;
  svg.append(createText(level.title, area.x + area.w / 2, y, level.titleStyle));
}

/** Draws the axes of plots, with the titles at the edges of the area that they share. */
export function drawAxes(svg: Element, frame: Frame, whole: Area): void {
  drawCategoryAxis(svg, frame);
  drawValueAxis(svg, frame);
  drawAxisTitles(svg, frame, whole);
}

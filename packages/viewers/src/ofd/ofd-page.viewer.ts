import { alphaOf } from './ofd-color.rules.ts';
import type { OfdContent, OfdDocument } from './ofd-document.util.ts';
import { fillAndStrokeOf, matrixOf, type PaintCell } from './ofd-fill.viewer.ts';
import { deviceFamilies, type FontLoader, type TextFont } from './ofd-fonts.viewer.ts';
import { pictureDataUrl } from './ofd-images.viewer.ts';
import { svgPath } from './ofd-path.rules.ts';
import type { DrawScope } from './ofd-scope.rules.ts';
import { drawStamp } from './ofd-stamp.viewer.ts';
import { type TextRun, textRuns } from './ofd-text.rules.ts';
import { createTextElement, writeText } from './ofd-text.viewer.ts';
import { type Box, boxOf, childOf, childrenOf, flagOf } from './ofd-xml.rules.ts';
import { createId, createSvg } from './svg.util.ts';

export type DrawnRun = {
  readonly run: TextRun;
  readonly object: Element;
  readonly element: SVGTextElement;
  /** Vertical position of the baseline on the page, before any matrix. */
  readonly baseline: number;
};
export type DrawnPage = {
  readonly box: Box;
  readonly element: SVGSVGElement;
  readonly runs: readonly DrawnRun[];
  /**
   * Loads fonts and pictures. Resolves with the number of unreadable parts of the page when all are in place.
   */
  readonly loadAssets: () => Promise<number>;
};
export type PageSources = { readonly files: OfdDocument['files']; readonly fonts: FontLoader };

/** Limit of nested composite objects: deeper nesting is recursive. */
const maxDepth = 12;
/** Limit of objects: composite objects that each draw several others grow exponentially. */
const maxObjects = 100_000;

/** Draws a page: its layers, its annotations and the seals above them. */
export function drawPage(content: OfdContent, { files, fonts }: PageSources): DrawnPage {
  const { box, resources } = content;
  const defs = createSvg('defs');
  const runs: DrawnRun[] = [];
  const pending: (() => Promise<unknown>)[] = [];
  let remainingObjects = maxObjects;
  let { unreadable } = content;

  const fontOf = async (id: string, isByGlyph: boolean): Promise<TextFont> => {
    const font = resources.fonts.get(id);
    const device = deviceFamilies(font?.name ?? '', font?.family ?? '');
    const { file = null } = font ?? {};
    const bytes = () => (file === null ? Promise.resolve(null) : files.readBytes(file));
    const family =
      file === null
        ? null
        : await fonts.family(`${files.id}/${file}`, bytes, isByGlyph ? 'glyphs' : 'characters');
    return family === null
      ? { family: device, isByGlyph: false }
      : { family: `${family}, ${device}`, isByGlyph };
  };

  const cell =
    (scope: DrawScope, depth: number): PaintCell =>
    (source, into) =>
      drawAll(source, into, scope, depth + 1);

  function drawAll(parent: Element, into: SVGElement, scope: DrawScope, depth: number) {
    if (depth > maxDepth) return;
    for (const object of childrenOf(parent)) {
      if (object.localName === 'PageBlock' || object.localName === 'Layer')
        drawAll(object, into, scope, depth + 1);
      else if (flagOf(object, 'Visible', true)) draw(object, into, scope, depth);
    }
  }

  function draw(object: Element, into: SVGElement, scope: DrawScope, depth: number) {
    remainingObjects -= 1;
    if (remainingObjects < 0) throw new Error('page has too many objects');
    const body = createSvg('g', { transform: matrixOf(object) });
    if (object.localName === 'PathObject') drawPath(object, body, scope, depth);
    else if (object.localName === 'TextObject') drawText(object, body, scope, depth);
    else if (object.localName === 'ImageObject') drawImage(object, body);
    else if (object.localName === 'CompositeObject') {
      const unit = resources.compositeUnits.get(object.getAttribute('ResourceID') ?? '');
      if (unit) for (const content of childrenOf(unit, 'Content')) drawAll(content, body, scope, depth + 1);
    } else return;
    const boundary = boxOf(object.getAttribute('Boundary'));
    const group = createSvg('g', { transform: boundary && `translate(${boundary.x} ${boundary.y})` }, [body]);
    clip(object, group, body);
    const alpha = alphaOf(object);
    if (alpha < 1) group.style.opacity = String(alpha);
    into.append(group);
  }

  function drawPath(object: Element, body: SVGElement, scope: DrawScope, depth: number) {
    const defaults = { fill: false, stroke: true };
    const fillAndStroke = fillAndStrokeOf(object, scope, { defs, cell: cell(scope, depth), defaults });
    body.append(
      createSvg('path', {
        d: svgPath(childOf(object, 'AbbreviatedData')?.textContent ?? ''),
        ...fillAndStroke,
      }),
    );
  }

  function drawText(object: Element, body: SVGElement, scope: DrawScope, depth: number) {
    const fillAndStroke = fillAndStrokeOf(object, scope, {
      defs,
      cell: cell(scope, depth),
      defaults: { fill: true, stroke: false },
    });
    const top = boxOf(object.getAttribute('Boundary'))?.y ?? 0;
    for (const run of textRuns(object)) {
      const element = createTextElement(object, run);
      for (const [name, value] of Object.entries(fillAndStroke)) {
        element.setAttribute(name, String(name === 'stroke-width' ? Number(value) * 10 : value));
      }
      const isByGlyph = run.glyphs.some(({ index }) => index !== null);
      const id = object.getAttribute('Font') ?? '';
      if (resources.fonts.get(id)?.isBold) element.style.fontWeight = 'bold';
      if (resources.fonts.get(id)?.isItalic) element.style.fontStyle = 'italic';
      pending.push(async () => writeText(element, run, await fontOf(id, isByGlyph)));
      const baseline = top + (run.glyphs[0]?.y ?? 0);
      runs.push({ run, object, element, baseline });
      body.append(element);
    }
  }

  function drawImage(object: Element, body: SVGElement) {
    const file = resources.media.get(object.getAttribute('ResourceID') ?? '');
    const boundary = boxOf(object.getAttribute('Boundary'));
    if (file === undefined) return;
    const isUnitSquare = body.hasAttribute('transform') || !boundary;
    const size = isUnitSquare ? { width: 1, height: 1 } : { width: boundary.width, height: boundary.height };
    const image = createSvg('image', { ...size, preserveAspectRatio: 'none' });
    body.append(image);
    const load = async () => {
      const bytes = await files.readBytes(file);
      const url = bytes && pictureDataUrl(bytes);
      if (url) image.setAttribute('href', url);
    };
    pending.push(load);
  }

  function clip(object: Element, group: SVGElement, body: SVGElement) {
    const clips = childOf(object, 'Clips');
    if (!clips) return;
    const target = flagOf(clips, 'TransFlag', true) ? body : group;
    let inner: SVGElement = target;
    for (const part of childrenOf(clips, 'Clip')) {
      const shapes = childrenOf(part, 'Area').flatMap((area) =>
        childrenOf(area, 'Path').map((path) => {
          const at = boxOf(path.getAttribute('Boundary'));
          const translation = at ? `translate(${at.x} ${at.y})` : '';
          const transform = [matrixOf(area), translation, matrixOf(path)].filter(Boolean).join(' ');
          const d = svgPath(childOf(path, 'AbbreviatedData')?.textContent ?? '');
          const rule = path.getAttribute('Rule')?.toLowerCase() === 'even-odd' ? 'evenodd' : null;
          return createSvg('path', { d, transform: transform || null, 'clip-rule': rule });
        }),
      );
      if (shapes.length === 0) continue;
      const clipPath = createSvg('clipPath', { id: createId() }, shapes);
      defs.append(clipPath);
      // Each further clip applies to the result of the previous one.
      if (inner.hasAttribute('clip-path')) {
        const deeper = createSvg('g', {}, Array.from(inner.childNodes));
        inner.append(deeper);
        inner = deeper;
      }
      inner.setAttribute('clip-path', `url(#${clipPath.id})`);
    }
  }

  const sheet = createSvg('g');
  for (const layer of content.layers) {
    drawAll(layer, sheet, { resources, layerParam: layer.getAttribute('DrawParam') }, 0);
  }
  for (const note of content.annotations) {
    const appearance = childOf(note, 'Appearance');
    if (!appearance || !flagOf(note, 'Visible', true)) continue;
    const boundary = boxOf(appearance.getAttribute('Boundary'));
    const group = createSvg('g', { transform: boundary && `translate(${boundary.x} ${boundary.y})` });
    drawAll(appearance, group, { resources, layerParam: null }, 0);
    sheet.append(group);
  }
  for (const stamp of content.stamps) {
    const { element, loadAssets } = drawStamp(stamp, defs, (inner, files) =>
      drawPage(inner, { files, fonts }),
    );
    sheet.append(element);
    pending.push(async () => {
      if (!(await loadAssets())) unreadable += 1;
    });
  }
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const element = createSvg('svg', { viewBox, 'aria-hidden': 'true', preserveAspectRatio: 'none' }, [
    defs,
    sheet,
  ]);
  return {
    box,
    element,
    runs,
    loadAssets: async () => {
      await Promise.all(pending.map((start) => start()));
      return unreadable;
    },
  };
}

import { alphaOf } from './ofd-color.rules.ts';
import type { OfdContent, OfdDocument } from './ofd-document.adapter.ts';
import { inkOf, matrixOf, type PaintCell } from './ofd-fill.viewer.ts';
import { type DrawnFont, deviceFamilies, type FontLoader } from './ofd-fonts.adapter.ts';
import { addressOf } from './ofd-images.adapter.ts';
import { svgPath } from './ofd-path.rules.ts';
import type { Scope } from './ofd-scope.rules.ts';
import { drawStamp } from './ofd-stamp.viewer.ts';
import { type TextRun, textRuns } from './ofd-text.rules.ts';
import { textElement, writeText } from './ofd-text.viewer.ts';
import { type Box, boxOf, childOf, childrenOf, flagOf } from './ofd-xml.rules.ts';
import { freshId, svg } from './svg.rules.ts';

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
  readonly complete: () => Promise<number>;
};
export type Workshop = { readonly files: OfdDocument['files']; readonly fonts: FontLoader };

/** Limit of nested composite objects: deeper nesting is recursive. */
const deepest = 12;
/** Limit of objects: composite objects that each draw several others grow exponentially. */
const mostObjects = 100_000;

/** Draws a page: its layers, its annotations and the seals above them. */
export function drawPage(content: OfdContent, { files, fonts }: Workshop): DrawnPage {
  const { box, resources } = content;
  const defs = svg('defs');
  const runs: DrawnRun[] = [];
  const pending: (() => Promise<unknown>)[] = [];
  let left = mostObjects;
  let { lost } = content;

  const fontOf = async (id: string, byGlyph: boolean): Promise<DrawnFont> => {
    const font = resources.fonts.get(id);
    const device = deviceFamilies(font?.name ?? '', font?.family ?? '');
    const { file = null } = font ?? {};
    const bytes = () => (file === null ? Promise.resolve(null) : files.bytes(file));
    const family =
      file === null
        ? null
        : await fonts.family(`${files.id}/${file}`, bytes, byGlyph ? 'glyphs' : 'characters');
    return family === null ? { family: device, byGlyph: false } : { family: `${family}, ${device}`, byGlyph };
  };

  const cell =
    (scope: Scope, depth: number): PaintCell =>
    (source, into) =>
      drawAll(source, into, scope, depth + 1);

  function drawAll(parent: Element, into: SVGElement, scope: Scope, depth: number) {
    if (depth > deepest) return;
    for (const object of childrenOf(parent)) {
      if (object.localName === 'PageBlock' || object.localName === 'Layer')
        drawAll(object, into, scope, depth + 1);
      else if (flagOf(object, 'Visible', true)) draw(object, into, scope, depth);
    }
  }

  function draw(object: Element, into: SVGElement, scope: Scope, depth: number) {
    left -= 1;
    if (left < 0) throw new Error('page has too many objects');
    const body = svg('g', { transform: matrixOf(object) });
    if (object.localName === 'PathObject') drawPath(object, body, scope, depth);
    else if (object.localName === 'TextObject') drawText(object, body, scope, depth);
    else if (object.localName === 'ImageObject') drawImage(object, body);
    else if (object.localName === 'CompositeObject') {
      const unit = resources.units.get(object.getAttribute('ResourceID') ?? '');
      if (unit) for (const content of childrenOf(unit, 'Content')) drawAll(content, body, scope, depth + 1);
    } else return;
    const place = boxOf(object.getAttribute('Boundary'));
    const group = svg('g', { transform: place && `translate(${place.x} ${place.y})` }, [body]);
    clip(object, group, body);
    const alpha = alphaOf(object);
    if (alpha < 1) group.style.opacity = String(alpha);
    into.append(group);
  }

  function drawPath(object: Element, body: SVGElement, scope: Scope, depth: number) {
    const usual = { fill: false, stroke: true };
    const ink = inkOf(object, scope, { defs, cell: cell(scope, depth), usual });
    body.append(svg('path', { d: svgPath(childOf(object, 'AbbreviatedData')?.textContent ?? ''), ...ink }));
  }

  function drawText(object: Element, body: SVGElement, scope: Scope, depth: number) {
    const ink = inkOf(object, scope, {
      defs,
      cell: cell(scope, depth),
      usual: { fill: true, stroke: false },
    });
    const top = boxOf(object.getAttribute('Boundary'))?.y ?? 0;
    for (const run of textRuns(object)) {
      const element = textElement(object, run);
      for (const [name, value] of Object.entries(ink)) {
        element.setAttribute(name, String(name === 'stroke-width' ? Number(value) * 10 : value));
      }
      const byGlyph = run.glyphs.some(({ index }) => index !== null);
      const id = object.getAttribute('Font') ?? '';
      if (resources.fonts.get(id)?.bold) element.style.fontWeight = 'bold';
      if (resources.fonts.get(id)?.italic) element.style.fontStyle = 'italic';
      pending.push(async () => writeText(element, run, await fontOf(id, byGlyph)));
      const baseline = top + (run.glyphs[0]?.y ?? 0);
      runs.push({ run, object, element, baseline });
      body.append(element);
    }
  }

  function drawImage(object: Element, body: SVGElement) {
    const file = resources.media.get(object.getAttribute('ResourceID') ?? '');
    const place = boxOf(object.getAttribute('Boundary'));
    if (file === undefined) return;
    const sized = body.hasAttribute('transform') || !place;
    const size = sized ? { width: 1, height: 1 } : { width: place.width, height: place.height };
    const image = svg('image', { ...size, preserveAspectRatio: 'none' });
    body.append(image);
    const load = async () => {
      const bytes = await files.bytes(file);
      const url = bytes && addressOf(bytes);
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
          const moved = at ? `translate(${at.x} ${at.y})` : '';
          const transform = [matrixOf(area), moved, matrixOf(path)].filter(Boolean).join(' ');
          const d = svgPath(childOf(path, 'AbbreviatedData')?.textContent ?? '');
          const rule = path.getAttribute('Rule')?.toLowerCase() === 'even-odd' ? 'evenodd' : null;
          return svg('path', { d, transform: transform || null, 'clip-rule': rule });
        }),
      );
      if (shapes.length === 0) continue;
      const made = svg('clipPath', { id: freshId() }, shapes);
      defs.append(made);
      // Each further clip applies to the result of the previous one.
      if (inner.hasAttribute('clip-path')) {
        const deeper = svg('g', {}, Array.from(inner.childNodes));
        inner.append(deeper);
        inner = deeper;
      }
      inner.setAttribute('clip-path', `url(#${made.id})`);
    }
  }

  const sheet = svg('g');
  for (const layer of content.layers) {
    drawAll(layer, sheet, { resources, layer: layer.getAttribute('DrawParam') }, 0);
  }
  for (const note of content.annotations) {
    const appearance = childOf(note, 'Appearance');
    if (!appearance || !flagOf(note, 'Visible', true)) continue;
    const place = boxOf(appearance.getAttribute('Boundary'));
    const group = svg('g', { transform: place && `translate(${place.x} ${place.y})` });
    drawAll(appearance, group, { resources, layer: null }, 0);
    sheet.append(group);
  }
  for (const stamp of content.stamps) {
    const { element, complete } = drawStamp(stamp, defs, (inner, files) => drawPage(inner, { files, fonts }));
    sheet.append(element);
    pending.push(async () => {
      if (!(await complete())) lost += 1;
    });
  }
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const element = svg('svg', { viewBox, 'aria-hidden': 'true', preserveAspectRatio: 'none' }, [defs, sheet]);
  return {
    box,
    element,
    runs,
    complete: async () => {
      await Promise.all(pending.map((start) => start()));
      return lost;
    },
  };
}

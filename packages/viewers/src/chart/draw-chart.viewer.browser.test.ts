import { afterEach, expect, test } from 'vitest';
import { drawChart } from './draw-chart.viewer.ts';

afterEach(() => document.body.replaceChildren());

const cache = (kind: 'num' | 'str', values: readonly (number | string)[]) =>
  `<c:${kind}Ref><c:${kind}Cache><c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`;

const series = (name: string, values: readonly number[], more = '') =>
  `<c:ser><c:tx>${cache('str', [name])}</c:tx>${more}<c:cat>${cache('str', ['East', 'West'])}</c:cat><c:val>${cache('num', values)}</c:val></c:ser>`;

const sized = (points: number) =>
  `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${points * 100}"/></a:pPr></a:p></c:txPr>`;

type Parts = {
  readonly title?: string;
  readonly plot: string;
  readonly axes?: string;
  readonly legend?: string;
};

/** Draws a chart of 400 by 300 pixels. */
function draw({ title = '', plot, axes = '', legend = '' }: Parts): Element {
  const names =
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const xml = `<c:chartSpace ${names}><c:chart>${title}<c:plotArea>${plot}${axes}</c:plotArea>${legend}</c:chart></c:chartSpace>`;
  const part = new DOMParser().parseFromString(xml, 'application/xml');
  const svg = drawChart(part, { x: 0, y: 0, w: 400, h: 300 }, () => null);
  if (!svg) throw new Error('no chart');
  document.body.append(svg);
  return svg;
}

const textsOf = (svg: Element) => Array.from(svg.querySelectorAll('text'));
const namesOf = (svg: Element) => textsOf(svg).map(({ textContent }) => textContent);
const marksOf = (svg: Element, name: string) =>
  Array.from(svg.querySelectorAll<SVGGraphicsElement>(`${name}.mark`), (mark) => mark.getBBox());

const titleWith = (text: string) =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:rPr sz="2000"/><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const column = (content: string) => `<c:barChart><c:barDir val="col"/>${content}</c:barChart>`;
const bar = (content: string) => `<c:barChart><c:barDir val="bar"/>${content}</c:barChart>`;

test('breaks a long title into lines inside the chart, in the size of the file', () => {
  const svg = draw({ title: titleWith('Prices by managers '.repeat(4)), plot: column(series('A', [1, 2])) });
  const lines = textsOf(svg).filter((text) => text.textContent.includes('Prices'));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(line.getBBox().width).toBeLessThanOrEqual(320);
    expect(Number(line.getAttribute('font-size'))).toBeCloseTo((20 * 4) / 3);
  }
});

test('shows the placeholder of a title without text over several series', () => {
  const two = column(series('A', [1, 2]) + series('B', [1, 2]));
  expect(namesOf(draw({ title: '<c:title/>', plot: two }))).toContain('Chart Title');
  expect(namesOf(draw({ plot: two }))).not.toContain('Chart Title');
});

test('writes labels in the sizes of their axes and of the legend', () => {
  const svg = draw({
    plot: column(`${series('A', [1, 2])}<c:axId val="1"/><c:axId val="2"/>`),
    axes: `<c:catAx><c:axId val="1"/>${sized(7)}</c:catAx><c:valAx><c:axId val="2"/>${sized(8)}<c:numFmt formatCode="0.0" sourceLinked="0"/></c:valAx>`,
    legend: `<c:legend><c:legendPos val="b"/>${sized(12)}</c:legend>`,
  });
  const sizeOf = (text: string) =>
    Number(
      textsOf(svg)
        .findLast(({ textContent }) => textContent === text)
        ?.getAttribute('font-size'),
    );
  expect(sizeOf('East')).toBeCloseTo((7 * 4) / 3);
  expect(sizeOf('1.0')).toBeCloseTo((8 * 4) / 3);
  expect(sizeOf('A')).toBeCloseTo(16);
});

const none = [0, 0] as const;

test('gives bars the gap and overlap of the file, and half of a category by default', () => {
  const widths = (options: string, all = series('A', [1, 2])) =>
    marksOf(draw({ plot: column(all + options) }), 'rect').map(({ x, width }) => [x, width] as const);
  const [[first, width] = none, [second] = none] = widths('');
  expect(width / (second - first)).toBeCloseTo(1 / 2.5, 2);
  const [[, full] = none] = widths('<c:gapWidth val="0"/>');
  expect(full / (second - first)).toBeCloseTo(1, 2);
  const [[a, own] = none, , [b] = none] = widths(
    '<c:overlap val="-50"/>',
    series('A', [1, 2]) + series('B', [1, 2]),
  );
  expect((b - a) / own).toBeCloseTo(1.5, 2);
});

test('puts the first series of bars below the others, and its entry last', () => {
  const svg = draw({
    plot: bar(series('A', [1, 2]) + series('B', [1, 2])),
    legend: '<c:legend><c:legendPos val="b"/></c:legend>',
  });
  const [first, , second] = marksOf(svg, 'rect');
  expect(first?.y ?? 0).toBeGreaterThan(second?.y ?? 0);
  const names = namesOf(svg);
  expect(names.indexOf('B')).toBeLessThan(names.indexOf('A'));
});

test('draws bubbles as circles with the areas of their sizes', () => {
  const points = `<c:xVal>${cache('num', [1, 2])}</c:xVal><c:yVal>${cache('num', [3, 4])}</c:yVal><c:bubbleSize>${cache('num', [1, 4])}</c:bubbleSize>`;
  const svg = draw({ plot: `<c:bubbleChart><c:ser>${points}</c:ser></c:bubbleChart>` });
  const [small, large] = marksOf(svg, 'circle');
  expect((large?.width ?? 0) / (small?.width ?? 1)).toBeCloseTo(2);
  expect(large?.width ?? 0).toBeGreaterThan(40);
});

test('draws a second axis of values with its own scale at the right', () => {
  const svg = draw({
    plot: `${column(`${series('A', [1, 2])}<c:axId val="1"/><c:axId val="2"/>`)}<c:lineChart>${series('B', [1000, 2000])}<c:axId val="3"/><c:axId val="4"/></c:lineChart>`,
    axes: `<c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/><c:axPos val="l"/></c:valAx><c:catAx><c:axId val="3"/><c:delete val="1"/></c:catAx><c:valAx><c:axId val="4"/><c:axPos val="r"/></c:valAx>`,
  });
  const placeOf = (text: string) =>
    Number(
      textsOf(svg)
        .find(({ textContent }) => textContent === text)
        ?.getAttribute('x'),
    );
  expect(placeOf('2.5')).toBeLessThan(50);
  expect(placeOf('2500')).toBeGreaterThan(350);
  const [bars, line] = [marksOf(svg, 'rect'), marksOf(svg, 'path')];
  expect(line[0]?.y).toBeCloseTo(bars[1]?.y ?? 0, 0);
});

test('turns the names of categories that have no room, and leaves out deleted axes', () => {
  const names = Array.from({ length: 12 }, (_, at) => `Categorylongname${at}`);
  const wide = `<c:ser><c:cat>${cache('str', names)}</c:cat><c:val>${cache(
    'num',
    names.map((_, at) => at),
  )}</c:val></c:ser>`;
  const svg = draw({ plot: column(wide) });
  const shown = textsOf(svg).filter(({ textContent }) => textContent.startsWith('Category'));
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.every((text) => text.getAttribute('transform')?.includes('rotate(-45'))).toBe(true);
  const deleted = '<c:axId val="1"/><c:axId val="2"/>';
  const axes =
    '<c:catAx><c:axId val="1"/><c:delete val="1"/></c:catAx><c:valAx><c:axId val="2"/><c:delete val="1"/></c:valAx>';
  expect(namesOf(draw({ plot: column(wide + deleted), axes }))).toEqual([]);
});

test('labels the parts of a pie with what the file shows', () => {
  const labels =
    '<c:dLbls><c:showCatName val="1"/><c:showPercent val="1"/><c:separator>; </c:separator></c:dLbls>';
  const svg = draw({ plot: `<c:pieChart>${series('A', [1, 3], labels)}</c:pieChart>` });
  expect(namesOf(svg)).toEqual(expect.arrayContaining(['East; 25%', 'West; 75%']));
});

const placed = (x: number, y: number, w: number, h: number, inner = '') =>
  `<c:layout><c:manualLayout>${inner}<c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${x}"/><c:y val="${y}"/><c:w val="${w}"/><c:h val="${h}"/></c:manualLayout></c:layout>`;

test('puts the plot, title and legend where the file places them', () => {
  const inner = '<c:layoutTarget val="inner"/>';
  const svg = draw({
    title: titleWith('Sales').replace('</c:tx>', `</c:tx>${placed(0.5, 0.6, 0.2, 0.1)}`),
    plot: `${placed(0.25, 0.2, 0.5, 0.4, inner)}${column(`${series('A', [1, 1])}<c:gapWidth val="0"/>`)}`,
    legend: `<c:legend><c:legendPos val="r"/>${placed(0.1, 0.8, 0.3, 0.1)}</c:legend>`,
  });
  const [first, second] = marksOf(svg, 'rect');
  expect(first?.x).toBeCloseTo(100);
  expect((second?.x ?? 0) + (second?.width ?? 0)).toBeCloseTo(300);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeCloseTo(180);
  const boxOf = (name: string) =>
    textsOf(svg)
      .find(({ textContent }) => textContent === name)
      ?.getBBox();
  expect(boxOf('Sales')?.x ?? 0).toBeGreaterThan(200);
  expect(boxOf('Sales')?.y ?? 0).toBeGreaterThan(175);
  expect(boxOf('A')?.y ?? 0).toBeGreaterThan(235);
  expect(boxOf('A')?.x ?? 400).toBeLessThan(160);
});

test('draws the values of a radar chart around its middle', () => {
  const svg = draw({ plot: `<c:radarChart>${series('A', [2, 1])}</c:radarChart>` });
  const [box] = marksOf(svg, 'path');
  const [east, west] = ['East', 'West'].map((name) =>
    textsOf(svg)
      .find(({ textContent }) => textContent === name)
      ?.getBBox(),
  );
  expect(box?.y ?? 0).toBeGreaterThan(east?.y ?? 400);
  expect(west?.y ?? 0).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
});

test('marks lines and bubbles in the legend as they are drawn', () => {
  const legend = '<c:legend><c:legendPos val="b"/></c:legend>';
  const line = draw({ plot: `<c:lineChart>${series('A', [1, 2])}</c:lineChart>`, legend });
  const key = Array.from(line.querySelectorAll('rect')).at(-1)?.getBBox();
  expect(key?.width ?? 0).toBeGreaterThan((key?.height ?? 0) * 3);
  const bubble = draw({ plot: `<c:bubbleChart>${series('A', [1, 2])}</c:bubbleChart>`, legend });
  expect(bubble.querySelectorAll('circle:not(.mark)').length).toBe(1);
});

test('draws curves where the file says so, and parts away from the middle of a pie', () => {
  const curve = draw({
    plot: `<c:lineChart>${series('A', [1, 2], '<c:smooth val="1"/>')}</c:lineChart>`,
  });
  expect(curve.querySelector('path.mark')?.getAttribute('d')).toContain('C');
  const pie = (more: string) =>
    marksOf(draw({ plot: `<c:pieChart>${series('A', [1, 1], more)}</c:pieChart>` }), 'path');
  const [east, west] = pie('<c:explosion val="50"/>');
  expect((east?.x ?? 0) - ((west?.x ?? 0) + (west?.width ?? 0))).toBeGreaterThan(20);
  const [left, right] = pie('');
  expect((left?.x ?? 0) - ((right?.x ?? 0) + (right?.width ?? 0))).toBeLessThan(3);
});

test('turns the title of an upright axis unless the file says that it is level', () => {
  const axisWith = (body: string) =>
    `<c:valAx><c:axId val="2"/><c:title><c:tx><c:rich>${body}<a:p><a:r><a:t>Sales of managers</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx>`;
  const titlesOf = (body: string) =>
    textsOf(
      draw({
        plot: column(`${series('A', [1, 2])}<c:axId val="1"/><c:axId val="2"/>`),
        axes: axisWith(body),
      }),
    ).filter(({ textContent }) => /Sales|managers/.test(textContent));
  const turned = titlesOf('<a:bodyPr/>');
  expect(turned.map((text) => text.getAttribute('transform')?.slice(0, 10))).toEqual(['rotate(-90']);
  const level = titlesOf('<a:bodyPr rot="0" vert="horz"/>');
  expect(level.length).toBeGreaterThan(1);
  expect(level.every((text) => !text.hasAttribute('transform'))).toBe(true);
});

test('draws a chart of many long names in bounded time', () => {
  const names = Array.from({ length: 2000 }, () => 'x'.repeat(600));
  const values = cache(
    'num',
    names.map((_, at) => at),
  );
  const long = `<c:ser><c:cat>${cache('str', names)}</c:cat><c:val>${values}</c:val></c:ser>`;
  const start = performance.now();
  const svg = draw({ plot: `<c:lineChart>${long}</c:lineChart>`.repeat(2) });
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(textsOf(svg).length).toBeLessThan(200);
});

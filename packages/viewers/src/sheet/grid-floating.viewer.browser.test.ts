import { expect, it } from 'vitest';
import { createFloating } from './grid-floating.viewer.ts';
import { layOut } from './grid-layout.rules.ts';
import type { FloatingObject, Sheet } from './sheet.types.ts';
import { xlsxFloatingObjects } from './xlsx-drawing.rules.ts';

const values = (tag: string, cache: string, texts: readonly string[]) =>
  `<c:${tag}><c:${cache}Ref><c:${cache}Cache><c:ptCount val="${texts.length}"/>${texts
    .map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`)
    .join('')}</c:${cache}Cache></c:${cache}Ref></c:${tag}>`;
const chartOf = (kind: string) =>
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:${kind}><c:ser>${values('tx', 'str', ['North'])}${values('cat', 'str', ['Q1', 'Q2'])}${values('val', 'num', ['3', '5'])}</c:ser></c:${kind}></c:plotArea><c:legend><c:legendPos val="r"/></c:legend></c:chart></c:chartSpace>`;

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const partsWith = (chart: string) => {
  const texts: Readonly<Record<string, string>> = {
    'xl/drawings/drawing1.xml': `<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:to><xdr:col>7</xdr:col><xdr:row>16</xdr:row></xdr:to><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relationship}/chart" Target="../charts/chart1.xml"/></Relationships>`,
    'xl/charts/chart1.xml': chart,
  };
  return { text: (path: string) => texts[path], bytes: () => undefined };
};

const draw = (floating: readonly FloatingObject[]) => {
  const sheet: Sheet = {
    name: 'a',
    isHidden: false,
    rows: new Map(),
    rowCount: 20,
    columnCount: 10,
    widths: new Map(),
    heights: new Map(),
    width: 64,
    height: 20,
    frozen: { rows: 0, columns: 0 },
    merges: [],
    notes: new Map(),
    floating,
    headings: [],
    gridLines: true,
    rightToLeft: false,
  };
  return createFloating(layOut(sheet, { width: 800, height: 600 }), { picture: 'picture' })[0];
};

it('draws the chart of a workbook over its cells, named by its texts', () => {
  const element = draw(xlsxFloatingObjects(partsWith(chartOf('barChart')), 'xl/drawings/drawing1.xml', ''));
  const svg = element?.querySelector('svg');
  expect(Array.from(svg?.querySelectorAll('text') ?? [], ({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Sales', 'North', 'Q1', 'Q2']),
  );
  expect(svg?.getAttribute('aria-label')).toBe('Sales, North, Q1, Q2');
  expect(element?.className).toBe('floating');
});

it('shows the texts of a chart that is not drawn, is too large or is damaged', () => {
  const large = chartOf('barChart').replace(
    '</c:chartSpace>',
    `<!--${'x'.repeat(1_000_001)}--></c:chartSpace>`,
  );
  for (const chart of [chartOf('surfaceChart'), large, chartOf('barChart').slice(0, -5)]) {
    const element = draw(xlsxFloatingObjects(partsWith(chart), 'xl/drawings/drawing1.xml', ''));
    expect(element?.querySelector('svg')).toBeNull();
    expect(element?.textContent).toContain('Sales');
    expect(element?.className).toBe('floating words');
  }
});

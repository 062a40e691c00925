import { expect, it, test } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx } from '../../testing/sample-docx.ts';
import { sampleEmf, sampleWmf, wmfText } from '../../testing/sample-metafile.ts';
import { show } from './word-frame.viewer.ts';

const main = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const names = `xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="${main}" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:v="urn:schemas-microsoft-com:vml"`;

const inch = 914_400;
const transform = (x: number, y: number, w: number, h: number, name = 'a:xfrm', inner = '') =>
  `<${name}><a:off x="${x * inch}" y="${y * inch}"/><a:ext cx="${w * inch}" cy="${h * inch}"/>${inner}</${name}>`;

const run = (content: string) => `<w:p><w:r>${content}</w:r></w:p>`;
const graphic = (content: string) =>
  `<a:graphic><a:graphicData uri="x">${content}</a:graphicData></a:graphic>`;
const inline = (content: string, w = 2, h = 1) =>
  run(
    `<w:drawing ${names}><wp:inline><wp:extent cx="${w * inch}" cy="${h * inch}"/><wp:docPr id="1" name="x" descr="图示"/>${graphic(content)}</wp:inline></w:drawing>`,
  );

const shape = (preset: string, more = '', place = transform(0, 0, 2, 1)) =>
  `<wps:wsp><wps:spPr>${place}<a:prstGeom prst="${preset}"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FF8800"/></a:solidFill><a:ln w="12700"><a:solidFill><a:srgbClr val="112233"/></a:solidFill></a:ln></wps:spPr>${more}<wps:bodyPr/></wps:wsp>`;

const text = (words: string) =>
  `<wps:txbx><w:txbxContent><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:txbxContent></wps:txbx>`;

const open = async (body: string, more: Readonly<Record<string, string | Uint8Array>> = {}) => {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  return root;
};

test.each([
  'rect',
  'roundRect',
  'ellipse',
  'star5',
  'rightArrow',
  'wedgeRectCallout',
  'cloud',
  'cube',
  'unknownShape',
])('draws the shape %s with its fill and line', async (preset) => {
  const root = await open(inline(shape(preset)));
  const path = root.querySelector('.drawn[data-kind=shape] path');
  expect([path?.getAttribute('fill'), path?.getAttribute('stroke')]).toEqual(['#ff8800', '#112233']);
  expect((path as SVGGraphicsElement).getBBox().width).toBeGreaterThan(90);
  expect(root.querySelector('.drawn')?.getAttribute('aria-label')).toBe('图示');
});

it('draws lines with arrows, custom outlines, and the shapes of a group in their places', async () => {
  const custom = `<wps:wsp><wps:spPr>${transform(1, 0, 1, 1)}<a:custGeom><a:pathLst><a:path w="10" h="10"><a:moveTo><a:pt x="0" y="0"/></a:moveTo><a:lnTo><a:pt x="10" y="10"/></a:lnTo><a:close/></a:path></a:pathLst></a:custGeom></wps:spPr></wps:wsp>`;
  const arrow = `<wps:wsp><wps:spPr>${transform(0, 0, 1, 1)}<a:prstGeom prst="straightConnector1"/><a:ln><a:solidFill><a:srgbClr val="000000"/></a:solidFill><a:tailEnd type="triangle"/></a:ln></wps:spPr></wps:wsp>`;
  const inner = `<a:chOff x="0" y="0"/><a:chExt cx="${4 * inch}" cy="${2 * inch}"/>`;
  const group = `<wpg:wgp><wpg:grpSpPr>${transform(0, 0, 2, 1, 'a:xfrm', inner)}</wpg:grpSpPr>${arrow}${custom}</wpg:wgp>`;
  const root = await open(inline(group));
  const [first, second] = Array.from(root.querySelectorAll<HTMLElement>('.drawn[data-kind=group] > .drawn'));
  expect([first?.style.left, first?.style.width]).toEqual(['0px', '48px']);
  expect([second?.style.left, second?.querySelector('path')?.getAttribute('d')]).toEqual([
    '48px',
    'M0 0L48 48Z',
  ]);
  expect(first?.querySelectorAll('path').length).toBe(2);
});

it('draws the shapes of a locked canvas in their places, with their text', async () => {
  const inner = `<a:chOff x="0" y="0"/><a:chExt cx="${4 * inch}" cy="${2 * inch}"/>`;
  const body =
    '<a:txSp><a:txBody><a:bodyPr/><a:p><a:r><a:rPr sz="1200"/><a:t>系统</a:t></a:r></a:p></a:txBody></a:txSp>';
  const box = `<a:sp><a:spPr>${transform(2, 0, 2, 2)}<a:prstGeom prst="rect"/></a:spPr>${body}</a:sp>`;
  const properties = `<a:grpSpPr>${transform(0, 0, 2, 1, 'a:xfrm', inner)}</a:grpSpPr>`;
  const root = await open(
    inline(
      `<lc:lockedCanvas xmlns:lc="http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas">${properties}${box}</lc:lockedCanvas>`,
    ),
  );
  const shapes = Array.from(root.querySelectorAll<HTMLElement>('.drawn[data-kind=group] > .drawn'));
  expect(shapes.map(({ style }) => [style.left, style.width])).toEqual([
    ['96px', '96px'],
    ['96px', '96px'],
  ]);
  expect(shapes[1]?.querySelector('.shape-text p')?.textContent).toBe('系统');
});

it('shows a text box over the page at its place, once, and finds its text', async () => {
  const position = (name: string, inches: number) =>
    `<wp:${name} relativeFrom="page"><wp:posOffset>${inches * inch}</wp:posOffset></wp:${name}>`;
  const anchor = `<wp:anchor behindDoc="0">${position('positionH', 3)}${position('positionV', 2)}<wp:extent cx="${2 * inch}" cy="${inch}"/><wp:wrapNone/>${graphic(shape('rect', text('机密')))}</wp:anchor>`;
  const alternate = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing ${names}>${anchor}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml"/></w:pict></mc:Fallback></mc:AlternateContent>`;
  const root = await open(`${run(alternate)}${run('<w:t>正文</w:t>')}`);
  const box = root.querySelector<HTMLElement>('section > .drawn.over');
  expect([box?.style.left, box?.style.top]).toEqual([`${3 * 96}px`, `${2 * 96}px`]);
  expect(box?.querySelector('.shape-text p')?.textContent).toBe('机密');
  expect(root.textContent.match(/机密/g)).toHaveLength(1);
  expect(root.querySelectorAll('section').length).toBe(1);
});

it('draws shapes of VML: a rectangle, a line and a group', async () => {
  const picture = (content: string) => run(`<w:pict ${names}>${content}</w:pict>`);
  const root = await open(
    [
      picture('<v:rect style="width:72pt;height:36pt" fillcolor="#00ff00" strokecolor="red"/>'),
      picture('<v:line from="0,0" to="72pt,36pt" strokecolor="blue"/>'),
      picture(
        '<v:group style="width:72pt;height:72pt" coordorigin="0,0" coordsize="100,100"><v:oval style="left:50;top:50;width:50;height:50"/></v:group>',
      ),
    ].join(''),
  );
  const paths = Array.from(root.querySelectorAll('.drawn[data-kind=shape] path'));
  expect(paths.map((path) => path.getAttribute('stroke'))).toEqual(['red', 'blue', '#000000']);
  expect(paths[0]?.getAttribute('fill')).toBe('#00ff00');
  expect(root.querySelector<HTMLElement>('.drawn[data-kind=group] > .drawn')?.style.left).toBe('48px');
});

const picture = (id: string) =>
  inline(
    `<pic:pic><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${id}"/></pic:blipFill><pic:spPr>${transform(0, 0, 2, 1)}</pic:spPr></pic:pic>`,
  );

const fillsOf = (root: Element) =>
  Array.from(root.querySelectorAll('.drawn[data-kind=picture] svg *'), (element) =>
    element.getAttribute('fill')?.toLowerCase(),
  );

it('draws pictures in EMF and WMF', async () => {
  const emf = await open(picture('m0'), { 'word/media/image1.emf': sampleEmf() });
  expect(fillsOf(emf)).toContain('#0000ff');
  const wmf = await open(picture('m0'), { 'word/media/image1.wmf': sampleWmf() });
  expect(fillsOf(wmf)).toContain('#ff0000');
});

it('draws the signs of the font Symbol in a picture, beside East Asian text', async () => {
  const symbols = wmfText('\u00e5\u00e6', { object: 1, name: 'Symbol', charset: 2 });
  const letter = wmfText('A', { object: 2, name: 'Arial', charset: 0 });
  const body = picture('m0').replace('</w:p>', '<w:r><w:t>证</w:t></w:r></w:p>');
  const root = await open(body, { 'word/media/image1.wmf': sampleWmf([...symbols, ...letter]) });
  const texts = Array.from(root.querySelectorAll('.drawn[data-kind=picture] svg text'));
  expect(texts.map(({ textContent }) => textContent)).toEqual(['∑⎛', 'A']);
  expect(texts.map((text) => text.childElementCount)).toEqual([0, 0]);
  expect(texts[0]?.getAttribute('font-family')).not.toContain('Symbol');
});

it('opens a document whose EMF pictures are damaged, or would be drawn for minutes', async () => {
  const damaged = sampleEmf().map((byte, at) => (at > 90 ? 255 - byte : byte));
  const files = { 'word/media/image1.emf': damaged, 'word/media/image2.emf': sampleEmf(300_000) };
  const start = performance.now();
  const root = await open(`${picture('m0')}${picture('m1')}${run('<w:t>正文</w:t>')}`, files);
  expect(root.textContent).toContain('正文');
  expect(performance.now() - start).toBeLessThan(9000);
});

const numbers = (values: readonly number[]) =>
  `<c:numRef><c:numCache><c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef>`;
const words = (values: readonly string[]) =>
  `<c:strRef><c:strCache><c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef>`;
const series = (values: readonly number[], name: string, value = 'val') =>
  `<c:ser><c:tx>${words([name])}</c:tx><c:cat>${words(['一月', '二月', '三月'])}</c:cat><c:${value}>${numbers(values)}</c:${value}></c:ser>`;
const chartPart = (plot: string) =>
  `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="${main}"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>销售额</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>${plot}</c:plotArea><c:legend><c:legendPos val="r"/></c:legend></c:chart></c:chartSpace>`;

test.each([
  ['barChart', '<c:barDir val="col"/>', 'rect', 3],
  ['barChart', '<c:barDir val="bar"/><c:grouping val="stacked"/>', 'rect', 3],
  ['lineChart', '', 'path', 1],
  ['areaChart', '', 'path', 1],
  ['pieChart', '', 'path', 3],
  ['doughnutChart', '', 'path', 3],
  ['scatterChart', '', 'circle', 3],
] as const)('draws a %s %s with its title, legend and marks', async (kind, options, mark, count) => {
  const value = kind === 'scatterChart' ? 'yVal' : 'val';
  const plot = `<c:${kind}>${options}${series([3, 1, 2], '华东', value)}</c:${kind}>`;
  const reference = `<c:chart xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="m0"/>`;
  const root = await open(inline(reference, 5, 3), { 'word/charts/chart1.xml': chartPart(plot) });
  const marks = Array.from(root.querySelectorAll<SVGGraphicsElement>(`.chart ${mark}.mark`));
  expect(marks.length).toBe(count);
  expect(marks.every((each) => each.getBBox().height > 0)).toBe(true);
  const texts = Array.from(root.querySelectorAll('.chart text'), ({ textContent }) => textContent);
  expect(texts).toContain('销售额');
  expect(texts).toContain(kind === 'pieChart' || kind === 'doughnutChart' ? '二月' : '华东');
});

const square = (w: number, offset: number) =>
  run(
    `<w:drawing ${names}><wp:anchor behindDoc="0"><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>${offset * inch}</wp:posOffset></wp:positionV><wp:extent cx="${w * inch}" cy="${inch}"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="1" name="x"/>${graphic(shape('rect', '', transform(0, 0, w, 1)))}</wp:anchor></w:drawing>`,
  ).replace('</w:p>', `<w:r><w:t>${'文字'.repeat(200)}</w:t></w:r></w:p>`);

it('puts text beside and above a drawing, and below one that leaves no room', async () => {
  const beside = await open(square(2, 0.5));
  const float = beside.querySelector<HTMLElement>('.float');
  const paragraph = float?.nextElementSibling as HTMLElement;
  expect(float && getComputedStyle(float).float).toBe('left');
  const range = document.createRange();
  range.selectNodeContents(paragraph);
  const lefts = Array.from(range.getClientRects(), ({ left }) => Math.round(left));
  expect(Math.max(...lefts)).toBeGreaterThan((lefts[0] ?? 0) + 60);
  expect(lefts[0]).toBe(Math.round(paragraph.getBoundingClientRect().left));
  const alone = await open(square(6, 0));
  const wide = alone.querySelector<HTMLElement>('.float');
  expect(wide?.nextElementSibling?.getBoundingClientRect().top).toBeGreaterThanOrEqual(
    wide?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
  );
});

it('draws a diagram by its stored shapes, with their text', async () => {
  const dsp = 'http://schemas.microsoft.com/office/drawing/2008/diagram';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const dgm = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
  const sp = (x: number, words: string) =>
    `<dsp:sp><dsp:spPr>${transform(x, 0, 1, 1)}<a:prstGeom prst="ellipse"/><a:solidFill><a:srgbClr val="FF8800"/></a:solidFill></dsp:spPr><dsp:txBody><a:bodyPr anchor="ctr"/><a:p><a:pPr algn="ctr"/><a:r><a:rPr sz="1200"/><a:t>${words}</a:t></a:r></a:p></dsp:txBody></dsp:sp>`;
  const root = await open(inline(`<dgm:relIds xmlns:dgm="${dgm}" xmlns:r="${relations}" r:dm="r1"/>`, 4, 1), {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/diagramData" Target="diagrams/data1.xml"/><Relationship Id="r2" Type="http://schemas.microsoft.com/office/2007/relationships/diagramDrawing" Target="diagrams/drawing1.xml"/></Relationships>`,
    'word/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="${dgm}" xmlns:a="${main}"><a:p><a:r><a:t>甲</a:t></a:r></a:p><dsp:dataModelExt xmlns:dsp="${dsp}" relId="r2"/></dgm:dataModel>`,
    'word/diagrams/drawing1.xml': `<dsp:drawing xmlns:dsp="${dsp}" xmlns:a="${main}"><dsp:spTree>${sp(0, '甲')}${sp(3, '乙')}</dsp:spTree></dsp:drawing>`,
  });
  const paths = Array.from(root.querySelectorAll('.drawn path'), (path) => path.getAttribute('fill'));
  expect(paths.filter((fill) => fill === '#ff8800')).toHaveLength(2);
  const texts = Array.from(root.querySelectorAll('.shape-text'), ({ textContent }) => textContent.trim());
  expect(texts).toEqual(['甲', '乙']);
  expect(root.querySelectorAll('article > p')).toHaveLength(1);
});

it('shows the texts of a diagram without stored shapes in its area', async () => {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const dgm = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
  const diagram = inline(`<dgm:relIds xmlns:dgm="${dgm}" xmlns:r="${relations}" r:dm="r1"/>`, 4, 1);
  const texts = ['甲', '乙', ''].map((words) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`).join('');
  const root = await open(`${diagram}${run('<w:t>正文</w:t>')}`, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/diagramData" Target="diagrams/data1.xml"/></Relationships>`,
    'word/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="${dgm}" xmlns:a="${main}">${texts}</dgm:dataModel>`,
  });
  const area = root.querySelector('.drawn[data-kind=group]')?.getBoundingClientRect() ?? new DOMRect();
  const [first, second, third] = Array.from(root.querySelectorAll('.shape-text p'));
  expect([first?.textContent, second?.textContent, third]).toEqual(['甲', '乙', undefined]);
  const [upper, lower] = [first, second].map((each) => each?.getBoundingClientRect() ?? new DOMRect());
  expect(upper?.bottom).toBeLessThanOrEqual(lower?.top ?? 0);
  expect(lower?.bottom).toBeLessThanOrEqual(area.bottom);
  expect(root.querySelectorAll('article > p')).toHaveLength(2);
});

const anchored = (horizontal: string, vertical: string, wrap: string) =>
  `<w:drawing ${names} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wp14="http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"><wp:anchor>${horizontal}${vertical}<wp:extent cx="${6 * inch}" cy="${inch}"/><wp:${wrap}/><wp:docPr id="1" name="x"/>${graphic(shape('rect', '', transform(0, 0, 6, 1)))}</wp:anchor></w:drawing>`;
const position = (axis: string, from: string, content: string) =>
  `<wp:position${axis} relativeFrom="${from}">${content}</wp:position${axis}>`;
const offset = (inches: number) => `<wp:posOffset>${inches * inch}</wp:posOffset>`;

it('places a drawing by the distance that is stored beside its share of the page', async () => {
  const share = `<mc:AlternateContent><mc:Choice Requires="wp14">${position('H', 'page', '<wp14:pctPosHOffset>25000</wp14:pctPosHOffset>')}</mc:Choice><mc:Fallback>${position('H', 'page', offset(2))}</mc:Fallback></mc:AlternateContent>`;
  const root = await open(run(anchored(share, position('V', 'page', offset(1)), 'wrapNone')));
  const drawn = root.querySelector<HTMLElement>('.drawn');
  expect([drawn?.style.left, drawn?.style.top]).toEqual(['192px', '96px']);
});

it('leaves the paragraphs above a drawing that its distance has room for', async () => {
  const drawing = anchored(
    position('H', 'column', offset(0)),
    position('V', 'paragraph', offset(0.5)),
    'wrapTopAndBottom',
  );
  const body = `<w:p><w:r>${drawing}</w:r><w:r><w:t>above</w:t></w:r></w:p><w:p><w:r><w:t>above too</w:t></w:r></w:p>${'<w:p><w:r><w:t>below</w:t></w:r></w:p>'.repeat(3)}`;
  const root = await open(body);
  const order = Array.from(root.querySelectorAll('article > *'), (each) =>
    each.classList.contains('float') ? 'drawing' : each.textContent.replaceAll('\u200b', ''),
  );
  expect(order.slice(0, 5)).toEqual(['above', 'above too', 'below', 'drawing', 'below']);
});

import { expect, it, test } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { docx, wordNamespace } from '../../testing/sample-docx.ts';
import { completeEquations } from './docx-equations.viewer.ts';
import { show } from './word-frame.viewer.ts';

const m = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const run = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`;
const fraction = (over: string, under: string) =>
  `<m:f><m:num>${run(over)}</m:num><m:den>${run(under)}</m:den></m:f>`;
const inline = (content: string) => `<w:p><m:oMath ${m}>${content}</m:oMath></w:p>`;
const display = (content: string, properties = '') =>
  `<w:p><m:oMathPara ${m}>${properties}<m:oMath>${content}</m:oMath></m:oMathPara></w:p>`;

const open = async (body: string, more: Readonly<Record<string, string>> = {}) => {
  const { root } = await showHere(show, frameSource(await docx(body, more)), { kind: 'docx' });
  return { root, paragraphs: Array.from(root.querySelectorAll<HTMLElement>('article p')) };
};

const outlineOf = (element: Element): string =>
  element.childElementCount === 0
    ? `${element.localName}:${element.textContent}`
    : `${element.localName}(${Array.from(element.children, outlineOf).join(' ')})`;

it('draws letters, numbers and operators of an equation as such, in the size of the text', async () => {
  const size = '<w:rPr><w:sz w:val="40"/></w:rPr>';
  const { root, paragraphs } = await open(
    inline(run('2ab-c', size)) + `<w:p><w:r>${size}<w:t>x</w:t></w:r></w:p>` + inline(fraction('d', 'x')),
  );
  const [first, third] = Array.from(root.querySelectorAll('math'));
  expect(outlineOf(first as Element)).toBe('math(mn:2 mi:a mi:b mo:− mi:c)');
  const sizeOf = (element: Element | null | undefined) => element && getComputedStyle(element).fontSize;
  expect(sizeOf(first?.querySelector('mi'))).toBe(sizeOf(paragraphs[1]?.querySelector('span')));
  expect(getComputedStyle(first?.querySelector('mi') as Element).fontStyle).toBe('italic');
  expect(Number.parseFloat(sizeOf(third) ?? '')).toBeCloseTo((10 * 96) / 72, 2);
});

it('keeps words of upright letters', async () => {
  const { root } = await open(inline(run('sin', '<m:rPr><m:sty m:val="p"/></m:rPr>') + run('x')));
  expect(outlineOf(root.querySelector('math') as Element)).toBe('math(mi:sin mi:x)');
  const [sine, x] = Array.from(root.querySelectorAll('mi'), (each) => getComputedStyle(each).fontStyle);
  expect([sine, x]).toEqual(['normal', 'italic']);
});

it('centres display equations, unless the equation or the settings say otherwise', async () => {
  const left = '<m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr>';
  const body = display(fraction('dy', 'dx')) + display(run('x'), left);
  const alignOf = (paragraph: HTMLElement) => getComputedStyle(paragraph).textAlign;
  const { root, paragraphs } = await open(body);
  expect(paragraphs.map(alignOf)).toEqual(['center', 'left']);
  const [numerator, math] = [root.querySelector('mfrac mi'), root.querySelector('math')];
  expect(numerator && getComputedStyle(numerator).fontSize).toBe(math && getComputedStyle(math).fontSize);
  const settings = `<w:settings ${wordNamespace} ${m}><m:mathPr><m:defJc m:val="right"/></m:mathPr></w:settings>`;
  const second = await open(body, { 'word/settings.xml': settings });
  expect(second.paragraphs.map(alignOf)).toEqual(['right', 'left']);
});

const operands = (names: string) =>
  names
    .split(' ')
    .map((name) => `<m:${name}>${run(name)}</m:${name}>`)
    .join('');

test.each([
  ['sSubSup', operands('e sub sup'), 'msubsup'],
  ['acc', operands('e'), 'mover'],
  ['limUpp', operands('e lim'), 'mover'],
  ['borderBox', operands('e'), 'mrow'],
  ['d', operands('e'), 'mrow'],
  ['nary', operands('sub sup e'), 'msubsup'],
])('draws equations with m:%s', async (name, content, drawn) => {
  const { root } = await open(inline(`<m:${name}>${content}</m:${name}>`) + inline(run('z')));
  expect(root.querySelectorAll('math').length).toBe(2);
  expect(root.querySelector('math')?.querySelector(drawn)).not.toBeNull();
  expect(root.querySelector('math')?.textContent).toContain('e');
});

it('draws fractions and scripts with styles in browsers without MathML', async () => {
  const { root, paragraphs } = await open('<w:p><w:r><w:t>x</w:t></w:r></w:p>');
  const holder = document.createElement('div');
  holder.innerHTML =
    '<math><mfrac><mrow><ms>a</ms></mrow><mrow><ms>b</ms></mrow></mfrac><msup><mrow><ms>x</ms></mrow><mn><ms>2</ms></mn></msup></math>';
  completeEquations([holder], false);
  paragraphs[0]?.append(holder);
  expect(holder.querySelector('math')).toBeNull();
  const boxOf = (selector: string) => root.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [over, under] = [boxOf('.math-mfrac > :first-child'), boxOf('.math-mfrac > :last-child')];
  expect(over.bottom).toBeLessThanOrEqual(under.top + 1);
  expect(boxOf('.math-msup > :last-child').bottom).toBeLessThan(boxOf('.math-msup').bottom);
});

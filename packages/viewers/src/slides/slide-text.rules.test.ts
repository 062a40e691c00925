import { expect, it } from 'vitest';
import { paragraphsNotDrawn, textsOfNodes } from './slide-text.rules.ts';
import type { SlideNode } from './slides.types.ts';

const transform = { x: 0, y: 0, width: 1, height: 1 };
const paragraph = (...texts: readonly string[]) => ({ runs: texts.map((text) => ({ text })) });
const shape = (id: string, ...texts: readonly string[]): SlideNode => ({
  id,
  type: 'shape',
  transform,
  geometry: {},
  paragraphs: [paragraph(...texts)],
});

it('reads the text of shapes, groups, tables and charts, without hidden text', () => {
  const nodes: SlideNode[] = [
    {
      id: 'g',
      type: 'group',
      transform,
      children: [shape('a', '合同', '编号'), { ...shape('b', '看不见'), hidden: true }],
    },
    { id: 't', type: 'table', transform, rows: [[{ paragraphs: [paragraph('甲方')] }]] },
    { id: 'c', type: 'chart', transform, chartType: 'bar', series: [], chartXml: '<c:v>季度</c:v>' },
  ];
  const texts = textsOfNodes(nodes).join('|');
  expect(texts).toContain('合同编号|甲方|');
  expect(texts).toContain('季度');
  expect(texts).not.toContain('看不见');
});

it('finds paragraphs with an undrawn word, however the text runs are split', () => {
  const drawn = ['Annual re', 'port 2026', '合同'];
  expect(paragraphsNotDrawn(['Annual report', '合同', 'Appendix', 'Appendix'], drawn)).toEqual(['Appendix']);
});

import { bytesSource } from '@sealflow/tdf/reader';
import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { richPdf } from '../../testing/rich-pdf.ts';
import { docx } from '../../testing/sample-docx.ts';
import { sampleEpub } from '../../testing/sample-epub.ts';
import { show as showStage } from '../../testing/stage.ts';
import { show as showBook } from '../epub/epub-frame.viewer.ts';
import type { FrameView } from '../frame/frame.types.ts';
import { pdfViewer } from '../pdf/pdf.viewer.ts';
import { showWorkbook } from '../sheet/workbook.viewer.ts';
import { workbookOfRows } from '../sheet/workbook-of-rows.rules.ts';
import { show as showText } from '../text/text-frame.viewer.ts';
import { sheet as words } from '../texts/zh/sheet.ts';
import { show as showWord } from '../word/word-frame.viewer.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const root = () => {
  const element = document.createElement('main');
  document.body.replaceChildren(element);
  return element;
};
const read = (view: Pick<FrameView, 'search'>, maxCharacters = 100_000) =>
  view.search?.readText({ maxCharacters, signal: new AbortController().signal });

const paragraphs =
  '<w:p><w:r><w:t>采购合同</w:t></w:r></w:p><w:p><w:r><w:t>付款 after delivery</w:t></w:r></w:p>';
const textView = async (text: string, extension: string) =>
  (await showHere(showText, frameSource(utf8(text)), { kind: 'text', extension })).view;

it.each<readonly [string, () => Promise<Pick<FrameView, 'search'>>, readonly string[]]>([
  [
    'Word',
    async () => (await showHere(showWord, frameSource(await docx(paragraphs)), { kind: 'docx' })).view,
    ['采购合同', 'after delivery'],
  ],
  [
    'book',
    async () => (await showHere(showBook, frameSource(await sampleEpub()))).view,
    ['采购合同', '合同，合同'],
  ],
  ['plain text', () => textView('第一行\n第二行', 'txt'), ['第一行', '第二行']],
  ['JSON', () => textView('{"名称":{"深":[1,"甲方"]}}', 'json'), ['名称', '甲方']],
  ['Markdown', () => textView('# 标题\n\n正文**粗**', 'md'), ['标题', '正文']],
])('reads the whole text of a %s without moving or marking', async (_, open, texts) => {
  const view = await open();
  const before = document.body.innerHTML;
  const text = await read(view);
  for (const one of texts) expect(text).toContain(one);
  expect(document.body.innerHTML).toBe(before);
});

it('reads all sheets of a workbook, also those that are not shown', async () => {
  const sheets = [
    ...workbookOfRows('表一', [['甲', '乙']]).sheets,
    ...workbookOfRows('表二', [['丙']]).sheets,
  ];
  const { styles } = workbookOfRows('表一', []);
  const view = showWorkbook(root(), { styles, sheets }, { words, start: 1, onPage: () => undefined });
  expect(await read(view)).toBe('甲\n乙\n丙\n');
});

it('reads the pages of a PDF in order, and stops at the limit and when it is closed', async () => {
  const pages = Array.from({ length: 6 }, (_, index) => ({ lines: [`第${index + 1}页`, '违约金'] }));
  const stage = await showStage(pdfViewer, bytesSource(richPdf({ pages })));
  const text = (await read(stage.open)) ?? '';
  expect(text.match(/违约金/g)).toHaveLength(6);
  expect(text.indexOf('第1页')).toBeLessThan(text.indexOf('第6页'));
  expect(await read(stage.open, 5)).not.toContain('第6页');
  const closing = new AbortController();
  closing.abort(new Error('closed'));
  await expect(stage.open.search?.readText({ maxCharacters: 9, signal: closing.signal })).rejects.toThrow(
    'closed',
  );
  stage.open.close();
  stage.end();
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { expect, it } from 'vitest';
import { parseBoxes, readOffice, runWithin, versionIn } from './fidelity-reference.ts';
import { comparePrintedSheet, compareSheets, parseFlatWorkbook } from './fidelity-sheet.ts';
import { comparePages } from './fidelity-words.ts';

const word = (text: string, left: number, top: number) => ({
  text,
  left,
  top,
  right: left + 10 * text.length,
  bottom: top + 10,
});
const page = (...words: ReturnType<typeof word>[]) => ({ width: 1000, height: 1000, words });

/** A killed process that its parent has not asked for yet does not run. */
const isRunning = (id: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('counts a word as placed on the same page within 3 % of its size', () => {
  const reference = [page(word('Contract', 100, 100), word('price', 300, 100)), page(word('end', 0, 0))];
  const shown = [page(word('contract', 120, 129), word('price', 300, 131), word('end', 0, 0))];
  expect(comparePages(reference, shown)).toEqual({ words: 3, placed: 1 });
});

it('counts every character of a script without spaces, and each shown word once', () => {
  const reference = [page(word('采购', 100, 100), word('a', 500, 500), word('a', 505, 500), word('•', 0, 0))];
  const shown = [page(word('采', 100, 100), word('购', 110, 100), word('a', 500, 500))];
  expect(comparePages(reference, shown)).toEqual({ words: 4, placed: 3 });
});

it('counts spaced and turned letters as placed whether they are one word or several', () => {
  const reference = [
    page(word('te', 100, 100), word('st', 120, 100), word('case', 300, 100), word('a', 700, 700)),
  ];
  const shown = [
    page(word('test', 101, 102), word('ca', 300, 100), word('se', 322, 104), word('ab', 700, 700)),
  ];
  expect(comparePages(reference, shown)).toEqual({ words: 4, placed: 3 });
});

it('counts the parts of a word that goes down a slope, in whatever parts it is', () => {
  const part = (text: string, left: number, top: number) => ({
    ...word(text, left, top),
    bottom: top + 10 * text.length + 8,
  });
  const reference = [
    page(part('Ca', 100, 100), part('te', 120, 120), part('go', 140, 140), part('ry', 160, 160)),
  ];
  const parts = (left: number) => [
    part('Ca', left, 100),
    part('te', left + 20, 120),
    part('g', left + 40, 140),
    part('or', left + 50, 150),
    part('y', left + 70, 170),
  ];
  expect(comparePages(reference, [page(...parts(100))])).toEqual({ words: 4, placed: 4 });
  expect(comparePages(reference, [page(...parts(140))])).toEqual({ words: 4, placed: 0 });
  expect(comparePages(reference, [page(...parts(100).slice(0, 4))])).toEqual({ words: 4, placed: 2 });
});

it('knows a right-to-left word by its letters, in whichever order a PDF lists them', () => {
  const reference = [page(word('\u0629\u062f\u062d\u062a', 100, 100), word('abc', 300, 100))];
  const shown = [page(word('\u062a\u062d\u062f\u0629:', 100, 100), word('cba', 300, 100))];
  expect(comparePages(reference, shown)).toEqual({ words: 2, placed: 1 });
});

it('does not count letters that are at the places of others by chance', () => {
  const reference = [page(word('letter', 100, 100), word('later', 200, 100))];
  const shown = [page(word('latter', 100, 100), word('later', 260, 100))];
  expect(comparePages(reference, shown)).toEqual({ words: 2, placed: 0 });
});

it('reads the boxes of pdftotext', () => {
  const output =
    '<html><doc><page width="600" height="800"><word xMin="1" yMin="2" xMax="3" yMax="4">a&amp;b</word></page></doc></html>';
  expect(parseBoxes(output)).toEqual([
    { width: 600, height: 800, words: [{ text: 'a&b', left: 1, right: 3, top: 2, bottom: 4 }] },
  ]);
});

it('names a reference by the release of its LibreOffice, and refuses other programs', async () => {
  expect(versionIn('LibreOffice 25.2.3.2 520(Build:2)\n')).toBe('25.2.3.2');
  expect(versionIn('LibreOfficeDev 24.8.0.0.alpha1 8c8f1d\n')).toBe('24.8.0.0');
  await expect(readOffice(process.execPath)).rejects.toThrow('is not LibreOffice');
});

it('ends a program that takes too long together with the programs that it started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
  const file = join(folder, 'process');
  expect(await runWithin(2_000, 'sh', ['-c', `sleep 30 & echo $! > "${file}"; wait`])).toBe(false);
  const started = Number(readFileSync(file, 'utf8'));
  await expect.poll(() => isRunning(started)).toBe(false);
  expect(await runWithin(2_000, 'sh', ['-c', 'exit 1'])).toBe(true);
  rmSync(folder, { recursive: true });
});

const flatWorkbook = `<office:document xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:chart="c" xmlns:draw="d"><office:spreadsheet>
<table:table><table:shapes><draw:frame><draw:object><office:document><chart:chart chart:class="chart:bar">
<chart:title><text:p>Sales by year</text:p></chart:title><chart:legend/><table:table><table:table-row><table:table-cell/>
<table:table-cell><text:p>North</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:document></draw:object></draw:frame></table:shapes>
<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>
<table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>same <text:span>text</text:span></text:p></table:table-cell>
<table:covered-table-cell><text:p>covered</text:p></table:covered-table-cell><table:table-cell><text:p>hidden</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row>
<table:table-row table:visibility="filter"><table:table-cell><text:p>filtered</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell/><table:table-cell><office:annotation><text:p>note</text:p></office:annotation><text:p>1,000.50</text:p></table:table-cell></table:table-row>
</table:table><table:table><table:table-row><table:table-cell><text:p>second sheet</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:document>`;
const sheet = () => parseFlatWorkbook(new DOMParser().parseFromString(flatWorkbook, 'text/xml'));

it('reads the visible cells and the charts of the first sheet', () => {
  expect([...sheet().cells]).toEqual([
    ['0,0', 'same text'],
    ['0,1', 'same text'],
    ['6,1', '1,000.50'],
  ]);
  expect(sheet().charts).toEqual([['Sales', 'by', 'year', 'North']]);
});

it('compares a shown sheet cell by cell, and its charts by their words', () => {
  const shown = {
    cells: new Map([
      ['0,0', 'same text'],
      ['0,1', 'same text'],
      ['6,2', '1,000.50'],
    ]),
    charts: [['2020', 'Sales', 'North']],
  };
  expect(compareSheets(sheet(), shown)).toEqual({ cells: 2 / 3, charts: 1, referenceCharts: 1 });
  expect(compareSheets(sheet(), { ...shown, charts: [['Sales']] })).toMatchObject({ charts: 0 });
});

it('finds each cell of a printed sheet once among the words of its pages', () => {
  const pages = [page(word('same', 0, 0), word('text', 50, 0), word('Sales', 0, 500), word('North', 0, 600))];
  const counts = comparePrintedSheet(sheet(), [...pages, page(word('1,000.50', 0, 0))]);
  expect(counts).toEqual({ cells: 2 / 3, charts: 1, referenceCharts: 1 });
  const touching = {
    cells: new Map([
      ['0,0', '设备 1'],
      ['0,1', 'A'],
    ]),
    charts: [],
  };
  const shown = [page(word('设', 0, 0), word('备', 0, 12), word('1A', 20, 12))];
  expect(comparePrintedSheet(touching, shown).cells).toBe(1);
});

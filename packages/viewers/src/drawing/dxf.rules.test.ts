import { expect, it, vi } from 'vitest';
import { dxfAttribute, dxfHatch, dxfInsert, dxfLine, dxfText, sampleDxf } from '../../testing/sample-dxf.ts';
import { arcPoints, bulgePoints, splinePoints } from './curve.rules.ts';
import { decodeDrawing, linesOfText, wrapLine } from './drawing-text.rules.ts';
import { readDxf } from './dxf.rules.ts';

const rounded = (points: Iterable<number>) =>
  Array.from(points, (value) => Math.round(value * 100) / 100 + 0);

it('reads lines, curves, blocks and texts with the colours of their layers', () => {
  const { paths, texts, layerCount, omitted } = readDxf(sampleDxf());
  expect(layerCount).toBe(2);
  expect(omitted).toEqual({ LEADER: 1 });
  expect(paths.map(({ color }) => color)).toEqual([0xff0000, 0x00ff00, null, 0xff0000, 0xff0000]);
  expect(rounded(paths[0]?.points ?? [])).toEqual([0, 0, 100, 0]);
  // The block is turned by a quarter.
  expect(rounded(paths[2]?.points ?? [])).toEqual([5, 5, 5, 15]);
  expect(texts).toMatchObject([{ text: '主卧 Ø20', x: 20, y: 20, height: 5 }]);
});

it('draws the outlines of hatches, and the fields of blocks that are visible', () => {
  const { paths } = readDxf(sampleDxf({ entities: dxfHatch() }));
  expect(rounded(paths[0]?.points ?? [])).toEqual([10, 0, 10, 10, 0, 10, 0, 0, 10, 0]);
  const arc = rounded(paths[1]?.points ?? []);
  expect([arc.slice(0, 6), arc.slice(-4)]).toEqual([
    [4, 5, 6, 5, 6, 5],
    [4, 5, 4, 5],
  ]);
  const cut = dxfHatch().slice(0, -3);
  expect(readDxf(sampleDxf({ entities: cut })).paths).toHaveLength(1);
  const fields = [...dxfAttribute('图号 A-01'), ...dxfAttribute('hidden', 1)];
  expect(readDxf(sampleDxf({ entities: fields })).texts.map(({ text }) => text)).toEqual(['图号 A-01']);
});

it('writes nothing of a document to the console', () => {
  const written = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  readDxf(sampleDxf({ entities: [...dxfLine('0', [0, 0, 1, 1]), [202, 'secret']] }));
  expect(() => readDxf('0\nSECTION\n9\nsecret\n')).toThrow(Error);
  expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('ends blocks that contain each other, and refuses drawings that would fill the memory', () => {
  const grid = [
    [70, 3000],
    [71, 3000],
  ] as const;
  const many = sampleDxf({ entities: dxfInsert('door', 0, 0, grid) });
  expect(() => readDxf(many)).toThrow(expect.objectContaining({ code: 'tooLarge' }));
  const blocks = { a: [...dxfInsert('b', 1, 0), ...dxfInsert('b', 2, 0)], b: dxfInsert('a', 0, 1) };
  expect(readDxf(sampleDxf({ entities: dxfInsert('a', 0, 0), blocks })).paths).toEqual([]);
  const named = sampleDxf({
    entities: [...dxfInsert('__proto__', 0, 0), ...dxfLine('constructor', [0, 0, 1, 1])],
  });
  expect(readDxf(named).paths).toHaveLength(1);
});

it.each(['', '0\nSECTION\n', '0\nSECTION\n2\nENTITIES\n0\nLINE\n10\nx\n'])('refuses %j', (text) => {
  expect(() => readDxf(text)).toThrow(Error);
});

it.each(['LTYPE', '2', ''])(
  'refuses a table of layers with the entry %j, at which the parser would wait for ever',
  (name) => {
    const damaged = sampleDxf().replace('0\nENDTAB', `0\n${name}\n0\nENDTAB`);
    expect(() => readDxf(damaged)).toThrow(expect.objectContaining({ code: 'unreadable' }));
  },
);

it('leaves out what has no place', () => {
  const entities = [...dxfLine('0', [Number.NaN, 0, 1, 1]), ...dxfText('a', Number.POSITIVE_INFINITY, 0)];
  const { paths, texts } = readDxf(sampleDxf({ entities }));
  expect([paths, texts].flat().every((one) => !JSON.stringify(one).includes('null,null'))).toBe(true);
});

it('computes arcs and splines', () => {
  expect(rounded(arcPoints({ x: 0, y: 0 }, 2, 0, Math.PI / 2)).slice(-2)).toEqual([0, 2]);
  // A bulge of 1 is a half circle, to the right of the way when it is positive.
  const half = rounded(bulgePoints({ x: 0, y: 0 }, { x: 2, y: 0 }, 1));
  expect(Math.min(...half.filter((_, index) => index % 2 === 1))).toBe(-1);
  expect(half.slice(-2)).toEqual([2, 0]);
  const controls = [0, 1, 2, 3].map((x) => ({ x, y: x * x }));
  const curve = splinePoints({ degree: 3, knots: [0, 0, 0, 0, 1, 1, 1, 1], controls });
  expect(rounded([...curve.slice(0, 2), ...curve.slice(-2)])).toEqual([0, 0, 3, 9]);
  expect(splinePoints({ degree: 3, knots: [], controls })).toHaveLength(8);
});

it('breaks the lines of a paragraph at its width', () => {
  expect(wrapLine('one two three', 6)).toEqual(['one two', 'three']);
  expect(wrapLine('主卧室主卧室', 4)).toEqual(['主卧室', '主卧室']);
  expect(wrapLine('longer', 1)).toEqual(['longer']);
  expect(wrapLine('', 1)).toEqual(['']);
});

it('reads the text of a paragraph without its formatting, and older code pages', () => {
  expect(linesOfText('{\\fSimSun|b1;主卧}\\P\\H2.5x;%%p0.5 \\S1/2; \\U+00B2')).toEqual([
    '主卧',
    '±0.5 1/2 ²',
  ]);
  const gbk = Uint8Array.from('9\n$DWGCODEPAGE\n3\nANSI_936\n\xd6\xf7', (character) =>
    character.charCodeAt(0),
  );
  expect(decodeDrawing(gbk)).toContain('主');
});

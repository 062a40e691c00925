import { expect, it } from 'vitest';
import { isSymbolFont, symbolText } from './symbol-fonts.rules.ts';

it('converts the letters of the font Symbol, and the private characters that stand for them', () => {
  expect(symbolText('Symbol', 'å æö - abW')).toBe('∑ ⎛⎞ − αβΩ');
  expect(symbolText("'Symbol', 'DejaVu Sans'", '\uf0e5\uf0b7\uf02d')).toBe('∑•−');
  expect(symbolText('MT Extra', 'LMOl')).toBe('⋯⋮⋱ℓ');
});

it('converts the signs of Wingdings', () => {
  expect(symbolText('Wingdings', '\uf0fc\uf0a7\uf06c\uf076\uf0d8\uf0e0\uf06e\uf071\uf0a8')).toBe('✓▪●❖➢→■❑□');
  expect(symbolText('wingdings', '(JN')).toBe('☎☺☠');
});

it('leaves codes without a character and texts in other fonts', () => {
  expect(symbolText('Symbol', '\u0085\uf0f0正')).toBe('\u0085\uf0f0正');
  expect(symbolText('Arial', 'å')).toBe('å');
  expect(['Symbol', '"MT Extra"', 'Arial', 'constructor'].map(isSymbolFont)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

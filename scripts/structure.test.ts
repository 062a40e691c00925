import { expect, it } from 'vitest';
import { constantsWithoutUnit, measureStructure } from './structure.mjs';

it('reports numeric constants without a unit or a kind in their names', () => {
  const source = `
    const patience = 30_000;
    const most = -5 * 2;
    export const pollIntervalMs = 30_000;
    const maxBytes = 4 * 1024 ** 2;
    const [first] = [1];
    const name = 'text';
    function inner() { const farewell = 700; let counter = 0; return farewell + counter; }
  `;
  expect(constantsWithoutUnit(source)).toEqual(['patience', 'most', 'farewell']);
});

it('finds no folders that import each other and no feature that imports the app', () => {
  const { twoWayPairs, featuresImportingApp, files } = measureStructure();
  expect(files).toBeGreaterThan(1000);
  expect(twoWayPairs).toEqual([]);
  expect(featuresImportingApp).toEqual([]);
});

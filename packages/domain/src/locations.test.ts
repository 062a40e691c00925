import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLocations, parseLocations } from './locations.ts';

test('the first location is the source, the second the destination, and the others have letters', () => {
  expect(parseLocations('121.4737,31.2304|116.4074,39.9042|113.2644,23.1291|-0.1276,51.5072')).toEqual([
    { lng: 121.4737, lat: 31.2304, role: 'source' },
    { lng: 116.4074, lat: 39.9042, role: 'destination' },
    { lng: 113.2644, lat: 23.1291, role: 'A' },
    { lng: -0.1276, lat: 51.5072, role: 'B' },
  ]);
});

test('the letters after Z have two characters', () => {
  const many = Array.from({ length: 56 }, () => '1,1').join('|');
  expect(
    parseLocations(many)
      ?.map(({ role }) => role)
      .slice(26),
  ).toEqual(['Y', 'Z', ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `A${letter}`), 'BA', 'BB']);
});

test.each([
  ['', []],
  ['  ', []],
  [' 1.5 , 2 ', [{ lng: 1.5, lat: 2, role: 'source' }]],
  ['180,90', [{ lng: 180, lat: 90, role: 'source' }]],
  ['-180,-90', [{ lng: -180, lat: -90, role: 'source' }]],
])('%j is read as %j', (text, places) => {
  expect(parseLocations(text)).toEqual(places);
});

test.each([
  '1',
  '1,2,3',
  'x1,2',
  '1,2x',
  '1.,2',
  '1,.2',
  '-181,0',
  '0,-91',
  '1,2|',
  '|1,2',
  'a,b',
  '181,0',
  '0,91',
  '1,2;3,4',
  '1e3,2',
  'NaN,1',
])('%j is not a location', (text) => {
  expect(parseLocations(text)).toBeNull();
});

test('formatted locations parse to the same values', () => {
  const degrees = (most: number) =>
    fc.integer({ min: -most * 1_000_000, max: most * 1_000_000 }).map((millionths) => millionths / 1_000_000);
  const place = fc.record({ lng: degrees(180), lat: degrees(90) });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 30 }), (places) => {
      const read = parseLocations(formatLocations(places))?.map(({ lng, lat }) => ({ lng, lat }));
      expect(read).toEqual(places.map(({ lng, lat }) => ({ lng: lng + 0, lat: lat + 0 })));
    }),
  );
});

import { expect, test } from 'vitest';
import { svgSize } from './svg-size.rules.ts';

test.each([
  [{ width: '40', height: '30px' }, [40, 30]],
  [{ width: '1in', height: '25.4mm' }, [96, 96]],
  [{ width: '100%', height: '100%', viewBox: '0 0 400 200' }, [400, 200]],
  [{ width: '100', viewBox: '0,0,400,200' }, [100, 50]],
  [{ height: '100', viewBox: '0 0 400 200' }, [200, 100]],
  [{ viewBox: '0 0 1000000 500000' }, [10_000, 5000]],
  [{ width: '-1', height: '1e9', viewBox: '0 0 0 0' }, [300, 150]],
  [{}, [300, 150]],
])('%j is %j pixels large', (attributes, [width, height]) => {
  const given: Readonly<Record<string, string>> = attributes;
  expect(svgSize((name) => given[name] ?? null)).toEqual({ width, height });
});

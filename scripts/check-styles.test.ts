import { expect, it } from 'vitest';
import { ambiguousFlexIn, universalSiblingsIn } from './check-styles.mjs';

it.each([
  'flex: 1',
  'flex:2',
  'flex: 1 1',
  'flex: 1 1 0%',
  'flex: 0% 1',
  'flex-basis: 0%',
  'flex: 1 !important',
])('finds a basis of 0 %%: %s', (declaration) => {
  const css = `/* first\n line */\n.a { color: red; ${declaration} }`;
  expect(ambiguousFlexIn(css)).toEqual([{ line: 3, declaration }]);
});

it.each([
  'flex: none',
  'flex: auto',
  'flex: 1 1 auto',
  'flex: 1 1 0',
  'flex: 1 0 10%',
  'flex: 0 0 var(--space-2)',
  'flex-basis: 50%',
  'flex-wrap: wrap',
  'display: flex',
  '/* flex: 1 */ color: red',
])('accepts: %s', (declaration) => {
  expect(ambiguousFlexIn(`.a { ${declaration}; }`)).toEqual([]);
});

it.each(['.a > * + *', '.a *~.b', '.a + *', '* ~ p'])(
  'finds `*` beside a sibling combinator: %s',
  (selector) => {
    const css = `.first {\n  color: red;\n}\n@media print {\n  ${selector} {\n    color: red;\n  }\n}`;
    expect(universalSiblingsIn(css)).toEqual([{ line: 5, declaration: selector }]);
  },
);

it.each(['.a + .b', '.a > *', 'label + a', '.a > :not(:first-child)', '/* * + * */ .a'])(
  'accepts the selector: %s',
  (selector) => {
    expect(universalSiblingsIn(`${selector} { width: calc(2px * + 3); }`)).toEqual([]);
  },
);

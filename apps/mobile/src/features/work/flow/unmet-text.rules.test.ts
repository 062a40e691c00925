import { expect, it } from 'vitest';
import { work } from '../../../i18n/en/work.ts';
import { unmetText } from './unmet-text.rules.ts';

it.each([
  [{ fact: 'file_count', is: 'at_least', value: 5 }, 'Number of files at least 5'],
  [{ fact: 'total_size', is: 'at_most', value: 2 * 1024 * 1024 }, 'Size of all files at most 2 MB'],
  [
    { fact: 'department', is: 'none_of', names: ['Law', 'Sales'] },
    'Department of the applicant is none of: Law, Sales',
  ],
  [{ fact: 'outside_recipients', is: 'some' }, 'Recipients outside the organisation'],
] as const)('says in words that %j does not hold', (unmet, expected) => {
  const { names, ...rest } = { names: undefined, ...unmet };
  expect(unmetText({ ...rest, ...(names === undefined ? {} : { names: [...names] }) }, work)).toBe(expected);
});

import { expect, it } from 'vitest';
import {
  countOf,
  extended,
  isSelected,
  recordsOf,
  selectAll,
  startSelection,
  toggled,
} from './selection.rules.ts';

const filter = { list: 'recent', text: '合同' } as const;

it('takes records one by one and gives them back', () => {
  const one = toggled(null, 'f1');
  const two = toggled(one, 'f2');
  expect(countOf(two, 100)).toBe(2);
  expect(isSelected(two, 'f1')).toBe(true);
  const back = toggled(two, 'f1');
  expect(isSelected(back, 'f1')).toBe(false);
  expect(recordsOf(back, filter)).toEqual({ fileIDs: ['f2'] });
});

it('takes all that match without naming them, but some', () => {
  const most = toggled(selectAll, 'f1');
  expect(countOf(most, 100_000)).toBe(99_999);
  expect(isSelected(most, 'f1')).toBe(false);
  expect(isSelected(most, 'f2')).toBe(true);
  expect(recordsOf(most, filter)).toEqual({ all: filter, except: ['f1'] });
});

it('takes a range, also out of the exceptions', () => {
  expect(countOf(extended(startSelection('f1'), ['f1', 'f2', 'f3']), 10)).toBe(3);
  const most = toggled(toggled(selectAll, 'f1'), 'f5');
  expect(recordsOf(extended(most, ['f1', 'f2']), filter)).toEqual({ all: filter, except: ['f5'] });
});

it('is nothing outside of multi-select', () => {
  expect(recordsOf(null, filter)).toBeNull();
  expect(countOf(null, 10)).toBe(0);
});

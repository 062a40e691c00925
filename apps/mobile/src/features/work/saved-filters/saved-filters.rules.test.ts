import { expect, it } from 'vitest';
import { emptyFilter } from '../list/approval-filter.rules.ts';
import {
  findSaved,
  parseSavedFilters,
  type SavedFilter,
  serializeSavedFilters,
  withoutSaved,
  withSaved,
} from './saved-filters.rules.ts';

const urgent: SavedFilter = {
  name: '合同',
  filter: { ...emptyFilter('tasks'), state: 'awaiting', type: 'file_out', keyword: '合同' },
};
const own: SavedFilter = { name: '我的', filter: { ...emptyFilter('flows'), date: 'within_3_days' } };

it('stores and reads filters as addresses', () => {
  expect(parseSavedFilters(serializeSavedFilters([urgent, own]))).toEqual([urgent, own]);
});

it('leaves out what it cannot read', () => {
  const stored = [
    null,
    1,
    {},
    { name: '', query: 'list=tasks' },
    { name: 'a' },
    ...serializeSavedFilters([own]),
  ];
  expect(parseSavedFilters(stored)).toEqual([own]);
  expect([parseSavedFilters(undefined), parseSavedFilters({})]).toEqual([[], []]);
});

it('replaces a filter of the same name, with the newest first', () => {
  const changed = { ...own, filter: urgent.filter };
  expect(withSaved([urgent, own], changed)).toEqual([changed, urgent]);
  expect(withoutSaved([urgent, own], own.name)).toEqual([urgent]);
});

it('finds the filter that is shown, in any order of its parts', () => {
  expect(findSaved([urgent, own], { ...own.filter })).toBe(own);
  expect(findSaved([urgent, own], emptyFilter('tasks'))).toBeUndefined();
});

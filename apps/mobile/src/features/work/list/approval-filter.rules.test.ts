import { describe, expect, test } from 'vitest';
import {
  type ApprovalFilter,
  emptyFilter,
  filterQuery,
  isFiltered,
  listQuery,
  parseFilter,
  statesOf,
} from './approval-filter.rules.ts';

const now = new Date(2026, 10, 20, 12);
const everything = emptyFilter('tasks');
const some: ApprovalFilter = {
  list: 'tasks',
  state: 'awaiting',
  type: 'file_out',
  date: 'today',
  keyword: '合同',
};

describe('the address', () => {
  test.each([everything, some, { ...some, list: 'flows' as const, state: 'awaiting_approval' as const }])(
    'gives back %o',
    (filter) => {
      expect(parseFilter(filterQuery(filter))).toEqual(filter);
    },
  );
  test('of anything else filters nothing', () => {
    const query = new URLSearchParams('list=x&state=approving&type=toString&date=constructor');
    expect(parseFilter(query)).toEqual(everything);
    expect(isFiltered(parseFilter(query))).toBe(false);
  });
});

describe('the dialects', () => {
  const from = new Date(2026, 10, 20).getTime();
  const to = new Date(2026, 10, 21).getTime();
  test('of 16 is JSON', () => {
    expect(listQuery(some, { serviceVersion: 'eds-pro_16.2', now })).toEqual({
      filter: JSON.stringify({ state: 'awaiting', type: 'file_out', keyword: '合同', createAt: [from, to] }),
    });
  });
  test('of others are parameters', () => {
    expect(listQuery(some, { serviceVersion: 'eds-pro_15.4', now })).toEqual({
      state: 'awaiting',
      type: 'file_out',
      keyword: '合同',
      createAtFrom: from,
      createAtTo: to,
    });
  });
  test.each(['eds-pro_16.2', ''])('without filters nothing is said (%j)', (serviceVersion) => {
    expect(listQuery(everything, { serviceVersion, now })).toEqual({});
  });
});

test('flows have a state more than their own', () => {
  expect(statesOf('flows')).toContain('awaiting_approval');
  expect(statesOf('tasks')).toEqual(['awaiting', 'processed', 'canceled']);
});

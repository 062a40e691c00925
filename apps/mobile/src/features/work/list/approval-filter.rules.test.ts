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

describe('filter address', () => {
  test.each([everything, some, { ...some, list: 'flows' as const, state: 'awaiting_approval' as const }])(
    'round-trips %o',
    (filter) => {
      expect(parseFilter(filterQuery(filter))).toEqual(filter);
    },
  );
  test('with unknown values applies no filter', () => {
    const query = new URLSearchParams('list=x&state=approving&type=toString&date=constructor');
    expect(parseFilter(query)).toEqual(everything);
    expect(isFiltered(parseFilter(query))).toBe(false);
  });
});

describe('filter query by dialect', () => {
  const from = new Date(2026, 10, 20).getTime();
  const to = new Date(2026, 10, 21).getTime();
  test('is JSON for version 16', () => {
    expect(listQuery(some, { serviceVersion: 'eds-pro_16.2', now })).toEqual({
      filter: JSON.stringify({ state: 'awaiting', type: 'file_out', keyword: '合同', createAt: [from, to] }),
    });
  });
  test('consists of parameters for other versions', () => {
    expect(listQuery(some, { serviceVersion: 'eds-pro_15.4', now })).toEqual({
      state: 'awaiting',
      type: 'file_out',
      keyword: '合同',
      createAtFrom: from,
      createAtTo: to,
    });
  });
  test.each(['eds-pro_16.2', ''])('is empty without filters (%j)', (serviceVersion) => {
    expect(listQuery(everything, { serviceVersion, now })).toEqual({});
  });
});

test('flows have one state filter more than their own states', () => {
  expect(statesOf('flows')).toContain('awaiting_approval');
  expect(statesOf('tasks')).toEqual(['awaiting', 'processed', 'canceled']);
});

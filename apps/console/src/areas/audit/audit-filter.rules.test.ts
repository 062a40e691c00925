import { expect, test } from 'vitest';
import { toAuditFilter } from './audit-filter.rules.ts';

const read = (values: Record<string, string>) => toAuditFilter((name) => values[name]);

test('filters of the address become the filter of the call', () => {
  expect(read({ act: 'withdraw', documentID: 'd1', decision: 'refused' })).toEqual({
    act: 'withdraw',
    documentID: 'd1',
    decision: 'refused',
  });
  expect(read({})).toEqual({});
});

test('the last day is included, also at the end of a month', () => {
  expect(read({ from: '2026-11-30', to: '2026-11-30' })).toEqual({
    from: new Date(2026, 10, 30).getTime(),
    to: new Date(2026, 11, 1).getTime(),
  });
});

test('values of the address that the call would refuse are left out', () => {
  expect(read({ decision: 'perhaps', from: 'yesterday', to: '2026-1-1' })).toEqual({});
});

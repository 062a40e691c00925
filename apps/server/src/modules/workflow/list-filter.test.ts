import { describe, expect, test } from 'vitest';
import { readFlowFilter, readTaskFilter } from './list-filter.schemas.ts';

const json = (filter: object) => ({ filter: JSON.stringify(filter) });

describe('flow filter', () => {
  test('is the same in both query formats', () => {
    const filter = {
      state: 'awaiting_approval',
      type: 'file_out',
      createAt: [1, 2],
      keyword: '合同',
    } as const;
    const plain = {
      state: 'awaiting_approval',
      type: 'file_out',
      createAtFrom: 1,
      createAtTo: 2,
      keyword: '合同',
    } as const;
    expect(readFlowFilter(json(filter))).toEqual(readFlowFilter(plain));
    expect(readFlowFilter(plain)).toEqual({
      states: ['approving', 'waiting'],
      type: 'file_out',
      createdFrom: new Date(1),
      createdBefore: new Date(2),
      keyword: '合同',
    });
  });
  test('has no bound on the open side of a time span', () => {
    expect(readFlowFilter(json({ createAt: [null, 5] }))).toMatchObject({ createdBefore: new Date(5) });
    expect(readFlowFilter(json({ createAt: [0, null] }))).toMatchObject({ createdFrom: new Date(0) });
    expect(readFlowFilter({ createAtTo: 5 })).toMatchObject({ createdFrom: undefined });
  });
  test('is not restricted by an empty keyword', () => {
    expect(readFlowFilter({ keyword: '' }).keyword).toBeUndefined();
  });
});

describe('task filter', () => {
  test('accepts an approval, a step or an application type as plain type', () => {
    expect(readTaskFilter({ type: 'approval' })).toEqual(readTaskFilter(json({ nodeType: 'approve' })));
    expect(readTaskFilter({ type: 'cc' }).step).toBe('cc');
    expect(readTaskFilter({ type: 'file_out' }).type).toBe('file_out');
  });
  test('may combine both query formats for different fields', () => {
    expect(
      readTaskFilter({ ...json({ nodeType: 'approve' }), state: 'awaiting', type: 'file_out' }),
    ).toMatchObject({
      step: 'approve',
      state: 'awaiting',
      type: 'file_out',
    });
  });
});

test.each([
  ['no JSON', { filter: '{' }, 'query.filter'],
  ['not an object', { filter: '[]' }, 'query.filter'],
  ['an unknown key', json({ nodetype: 'approve' }), 'query.filter.nodetype'],
  ['an unknown value', json({ state: 'open' }), 'query.filter.state'],
  ['a duplicate state', { ...json({ state: 'awaiting' }), state: 'awaiting' as const }, 'query.filter.state'],
  ['a duplicate time span', { ...json({ createAt: [1, 2] }), createAtTo: 3 }, 'query.filter.createAt'],
  ['a duplicate step type', { ...json({ nodeType: 'cc' }), type: 'approval' as const }, 'query.filter.type'],
])('%s is rejected with the path of the error', (_, query, path) => {
  expect(() => readTaskFilter(query)).toThrow(
    expect.objectContaining({ code: 'app.invalid_request', params: { path } }),
  );
});

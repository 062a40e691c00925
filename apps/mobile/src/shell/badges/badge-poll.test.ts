import { expect, it } from 'vitest';
import { countQueries } from './badge-poll.hook.ts';

it('counts in the plain dialect by parameters', () => {
  expect(countQueries('eds-pro_15.4')).toEqual({
    flows: { skip: 0, limit: 0, state: 'awaiting_approval' },
    tasks: { skip: 0, limit: 0, state: 'awaiting', type: 'approval' },
  });
});

it('counts in the dialect of 16 by a filter', () => {
  expect(countQueries('eds-pro_16.2')).toEqual({
    flows: { skip: 0, limit: 0, filter: '{"state":"awaiting_approval"}' },
    tasks: { skip: 0, limit: 0, filter: '{"state":"awaiting","nodeType":"approve"}' },
  });
});

import { expect, it } from 'vitest';
import { countQueries } from './badge-poll.hook.ts';

it('counts by parameters in the plain dialect', () => {
  expect(countQueries('eds-pro_15.4')).toEqual({
    flows: { skip: 0, limit: 0, state: 'awaiting_approval' },
    tasks: { skip: 0, limit: 0, state: 'awaiting', type: 'approval' },
  });
});

it('counts by a filter in the dialect of version 16', () => {
  expect(countQueries('eds-pro_16.2')).toEqual({
    flows: { skip: 0, limit: 0, filter: '{"state":"awaiting_approval"}' },
    tasks: { skip: 0, limit: 0, filter: '{"state":"awaiting","nodeType":"approve"}' },
  });
});

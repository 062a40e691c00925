import { declareCalls } from './call.ts';

export const eventCalls = declareCalls({
  'GET /api/v1/events': {
    summary:
      'What changes for the account, as it happens: `task` {tid, taskID}, `flow` {tid, flowID}, `message` {sessionID, tid}, and ' +
      '`badge` where counts and lists are to be asked for again: at first, and whenever something may have been missed',
    access: 'account',
    answer: 'events',
    errors: [],
  },
});

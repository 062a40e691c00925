import { declareCalls } from './call.ts';

export const eventCalls = declareCalls({
  'GET /api/v1/events': {
    summary:
      'Live changes for the account: `task` {tid, taskID}, `flow` {tid, flowID}, `message` {sessionID, tid}, and ' +
      '`badge` when counts and lists must be reloaded: at the start, and whenever events may have been missed',
    access: 'account',
    answer: 'events',
    errors: [],
  },
});

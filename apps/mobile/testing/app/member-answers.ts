import { type Answers, json, nothing, signedIn, twoTenants, userWith } from '../session/answers.ts';
import { later } from './store-session.ts';

/** The service's answers to a member of one tenant who has a session and no content. */
export const memberAnswers: Answers = {
  'POST /api/v1/auth/refresh-token': () => json({ token: 'token-2', expire: later }),
  'GET /api/v1/tenants/t1/current-user': () => json(userWith('users')),
  'GET /api/v1/user-msg-sessions': () => json({ total: 0, data: [], unread: 0 }),
  'GET /api/v1/tenants/t1/user-flows': () => json({ total: 0, data: [] }),
  'GET /api/v1/tenants/t1/user-tasks': () => json({ total: 0, data: [] }),
  'GET /api/v1/tenants/t1/user-absences': () => json({ data: { own: [], asDeputy: [] } }),
};

/** The same for a member who signs in with a password and signs out. */
export const signInAnswers: Answers = {
  ...memberAnswers,
  'POST /api/v1/auth/token': () => json(signedIn([twoTenants[0]], later)),
  'POST /api/v1/auth/logout': nothing,
};

import { deletePastCounters } from '../../infra/http/rate-limit.adapter.ts';
import { accountRoutes } from '../../modules/accounts/accounts.routes.ts';
import { forgetPastSessions } from '../../modules/accounts/session-tokens.usecases.ts';
import type { Area } from '../parts.port.ts';

export const accountsArea: Area = {
  serve: (app, { accounts, config, publicUrl }) =>
    accountRoutes(app, accounts, { publicUrl, signInLimit: config.signInLimit }),
  forget: async ({ db }, now) => {
    await forgetPastSessions(db, now);
    await deletePastCounters(db);
  },
};

import { deletePastCounters } from '../../infra/http/rate-limit.adapter.ts';
import { workOnNotices } from '../../modules/accounts/account-notices.job.ts';
import { forgetNotices, noticeQueue } from '../../modules/accounts/account-notices.usecases.ts';
import { accountRoutes } from '../../modules/accounts/accounts.routes.ts';
import { agreementRoutes } from '../../modules/accounts/agreements.routes.ts';
import { agreementTexts } from '../../modules/accounts/agreements.usecases.ts';
import { forgetPastCodes } from '../../modules/accounts/codes.usecases.ts';
import { credentialRoutes } from '../../modules/accounts/credentials.routes.ts';
import { workOnInvitations } from '../../modules/accounts/invitation-notices.job.ts';
import { invitationRoutes } from '../../modules/accounts/invitations.routes.ts';
import { readOwnAgreements } from '../../modules/accounts/own-agreements.adapter.ts';
import { deletePastFailures } from '../../modules/accounts/password-check.usecases.ts';
import { forgetPastSessions } from '../../modules/accounts/session-tokens.usecases.ts';
import { deletePastSigningKeys } from '../../modules/accounts/signing-keys.usecases.ts';
import { invitationQueue } from '../../modules/tenants/invitations.usecases.ts';
import type { Area } from '../parts.port.ts';

export const accountsArea: Area = {
  queues: [noticeQueue, invitationQueue],
  serve: async (app, { accounts, config, publicHosts: hosts }) => {
    const { signInLimit, codeLimit, legalDir } = config;
    accountRoutes(app, accounts, { hosts, signInLimit });
    credentialRoutes(app, accounts, { hosts, codeLimit, signInLimit });
    invitationRoutes(app, accounts);
    agreementRoutes(app, agreementTexts(legalDir === undefined ? {} : await readOwnAgreements(legalDir)));
  },
  work: async ({ jobs, accounts }) => {
    await workOnNotices(jobs, accounts);
    await workOnInvitations(jobs, accounts);
    return undefined;
  },
  forget: async ({ db }, now) => {
    await forgetPastSessions(db, now);
    await forgetPastCodes(db, now);
    await deletePastFailures(db, now);
    await forgetNotices(db, now);
    await deletePastCounters(db);
    await deletePastSigningKeys(db, now);
  },
};

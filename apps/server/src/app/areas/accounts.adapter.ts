import { deleteExpiredCounters } from '../../infra/http/rate-limit.adapter.ts';
import { startNoticeWorker } from '../../modules/accounts/account-notices.job.ts';
import { deleteExpiredNotices, noticeQueue } from '../../modules/accounts/account-notices.usecases.ts';
import { accountRoutes } from '../../modules/accounts/accounts.routes.ts';
import { agreementRoutes } from '../../modules/accounts/agreements.routes.ts';
import { agreementTexts } from '../../modules/accounts/agreements.usecases.ts';
import { deleteExpiredCodes } from '../../modules/accounts/codes.usecases.ts';
import { credentialRoutes } from '../../modules/accounts/credentials.routes.ts';
import { startInvitationWorker } from '../../modules/accounts/invitation-notices.job.ts';
import { invitationRoutes } from '../../modules/accounts/invitations.routes.ts';
import { readCustomAgreements } from '../../modules/accounts/own-agreements.adapter.ts';
import { deleteExpiredFailures } from '../../modules/accounts/password-check.usecases.ts';
import { deleteExpiredTokensAndProofs } from '../../modules/accounts/session-tokens.usecases.ts';
import { deletePastSigningKeys } from '../../modules/accounts/signing-keys.usecases.ts';
import { invitationQueue } from '../../modules/tenants/invitations.usecases.ts';
import type { ServiceModule } from '../parts.port.ts';

export const accountsModule: ServiceModule = {
  queues: [noticeQueue, invitationQueue],
  registerRoutes: async (app, { accounts, config, publicHosts: hosts }) => {
    const { signInLimit, codeLimit, legalDir } = config;
    accountRoutes(app, accounts, { hosts, signInLimit });
    credentialRoutes(app, accounts, { hosts, codeLimit, signInLimit });
    invitationRoutes(app, accounts);
    agreementRoutes(app, agreementTexts(legalDir === undefined ? {} : await readCustomAgreements(legalDir)));
  },
  startWorkers: async ({ jobs, accounts }) => {
    await startNoticeWorker(jobs, accounts);
    await startInvitationWorker(jobs, accounts);
    return undefined;
  },
  deleteExpired: async ({ db }, now) => {
    await deleteExpiredTokensAndProofs(db, now);
    await deleteExpiredCodes(db, now);
    await deleteExpiredFailures(db, now);
    await deleteExpiredNotices(db, now);
    await deleteExpiredCounters(db);
    await deletePastSigningKeys(db, now);
  },
};

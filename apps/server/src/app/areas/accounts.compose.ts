import { deleteExpiredCounters } from '../../infra/http/rate-limit.middleware.ts';
import { accountRoutes } from '../../modules/accounts/accounts.routes.ts';
import { deletePastSigningKeys } from '../../modules/accounts/administration/signing-keys.usecases.ts';
import { agreementRoutes } from '../../modules/accounts/agreements/agreements.routes.ts';
import { agreementTexts } from '../../modules/accounts/agreements/agreements.usecases.ts';
import { readCustomAgreements } from '../../modules/accounts/agreements/custom-agreements.util.ts';
import { deleteExpiredCodes } from '../../modules/accounts/codes/codes.usecases.ts';
import { credentialRoutes } from '../../modules/accounts/credentials.routes.ts';
import { invitationRoutes } from '../../modules/accounts/invitations.routes.ts';
import { startNoticeWorker } from '../../modules/accounts/notices/account-notices.job.ts';
import {
  deleteExpiredNotices,
  noticeQueue,
} from '../../modules/accounts/notices/account-notices.usecases.ts';
import { startInvitationWorker } from '../../modules/accounts/notices/invitation-notices.job.ts';
import { deleteExpiredFailures } from '../../modules/accounts/passwords/password-check.usecases.ts';
import { deleteExpiredTokensAndProofs } from '../../modules/accounts/sessions/session-tokens.usecases.ts';
import { invitationQueue } from '../../modules/tenants/invitations.usecases.ts';
import type { ServiceModule } from '../service-context.types.ts';

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

import { deleteExpiredCounters } from '../../infra/http/rate-limit.middleware.ts';
import { createTokens } from '../../infra/tokens/tokens.util.ts';
import { accountRoutes, invitationRoutes } from '../../modules/accounts/accounts.routes.ts';
import type { AccountServices } from '../../modules/accounts/accounts.types.ts';
import { deletePastSigningKeys } from '../../modules/accounts/administration/signing-keys.usecases.ts';
import { agreementRoutes } from '../../modules/accounts/agreements/agreements.routes.ts';
import { readCustomAgreements } from '../../modules/accounts/agreements/custom-agreements.util.ts';
import { createAdmissionCache } from '../../modules/accounts/authentication/admission-cache.usecases.ts';
import { createMemberStateLoader } from '../../modules/accounts/authentication/authentication.repository.ts';
import { deleteExpiredCodes, deriveCodeKey } from '../../modules/accounts/codes/codes.usecases.ts';
import { credentialRoutes } from '../../modules/accounts/credentials.routes.ts';
import {
  deleteExpiredNotices,
  noticeQueue,
} from '../../modules/accounts/notices/account-notices.usecases.ts';
import { startInvitationWorker, startNoticeWorker } from '../../modules/accounts/notices/notices.job.ts';
import { deleteExpiredFailures } from '../../modules/accounts/passwords/password-check.usecases.ts';
import { readPasswordPolicy } from '../../modules/accounts/passwords/password-policy.util.ts';
import { secondFactorRoutes } from '../../modules/accounts/second-factor.routes.ts';
import { deleteExpiredTokensAndProofs } from '../../modules/accounts/sessions/session-tokens.usecases.ts';
import { archiveRoutes } from '../../modules/archives/archives.routes.ts';
import { deleteDueAccounts } from '../../modules/privacy/due-deletions.usecases.ts';
import { privacyRoutes } from '../../modules/privacy/privacy.routes.ts';
import type { PrivacyServices } from '../../modules/privacy/privacy.types.ts';
import { deleteExpiredContent } from '../../modules/privacy/retention.usecases.ts';
import { invitationQueue } from '../../modules/tenants/invitations.usecases.ts';
import { tenantRoutes } from '../../modules/tenants/tenants.routes.ts';
import { notifyAccount } from './account-events.job.ts';
import { checkpointsOf } from './audit.compose.ts';
import type { Infrastructure, ServiceContext, ServiceModule } from './service-context.types.ts';

export const tenantsModule: ServiceModule = {
  registerRoutes: (app, { db }) => tenantRoutes(app, { db }),
};

export const accountsModule: ServiceModule = {
  queues: [noticeQueue, invitationQueue],
  registerRoutes: async (app, { accounts, clock, config, db, publicHosts: hosts }) => {
    const { signInLimit, codeLimit, legalDir } = config;
    accountRoutes(app, accounts, { hosts, signInLimit });
    credentialRoutes(app, accounts, { hosts, codeLimit, signInLimit });
    secondFactorRoutes(app, accounts, { signInLimit });
    invitationRoutes(app, accounts);
    const customTexts = legalDir === undefined ? {} : await readCustomAgreements(legalDir);
    agreementRoutes(app, { db, clock, customTexts });
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

export async function createAccountServices(infrastructure: Infrastructure): Promise<AccountServices> {
  const { changes, clock, config, database, db, jobs, log, mailer, masterKey, onError } = infrastructure;
  const { publicUrl: issuer, sms, tokenKeys } = infrastructure;
  return {
    db,
    pool: database.pool,
    tokens: createTokens({ keys: tokenKeys, issuer, clock }),
    clock,
    sessionLifetimeMs: config.sessionLifetimeMs,
    admissionCache: createAdmissionCache({ changes, clock }),
    loadMemberState: createMemberStateLoader(database.pool),
    outbox: jobs,
    mailer,
    sms,
    masterKey,
    codeKey: deriveCodeKey(masterKey.bytes),
    printCode: config.codesToLog
      ? (purpose, code) => log.warn({ purpose }, `verification code ${code}`)
      : undefined,
    isTicketOptional: config.codesWithoutTicket,
    shouldHideAccounts: config.hideAccounts,
    passwords: await readPasswordPolicy(config, (reason) =>
      log.warn({ reason }, 'BREACHED_PASSWORDS_FILE cannot be read: new passwords are rejected'),
    ),
    onError,
    publishEvent: notifyAccount(clock),
  };
}

export const privacyModule: ServiceModule = {
  registerRoutes: (app, context) => {
    const services = privacyServicesOf(context);
    privacyRoutes(app, services, context.config);
    archiveRoutes(app, services);
  },
  deleteExpired: async (context, now) => {
    const deleted = await deleteDueAccounts(privacyServicesOf(context), now);
    if (deleted > 0) context.log.info({ accounts: deleted }, 'accounts deleted');
    const old = await deleteExpiredContent(privacyServicesOf(context), context.config, now);
    if (old.messages > 0 || old.flows > 0) context.log.info(old, 'old messages and applications deleted');
  },
};

function privacyServicesOf(context: ServiceContext): PrivacyServices {
  const { accounts, objects, config, log } = context;
  const { accountDeletionDelayMs, closedAccountLifetimeMs } = config;
  const chains = checkpointsOf(context);
  return { accounts, objects, chains, log, accountDeletionDelayMs, closedAccountLifetimeMs };
}

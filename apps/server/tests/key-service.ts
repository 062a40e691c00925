import { ServiceError } from '../src/infra/errors/service.errors.ts';
import type { Authenticator } from '../src/infra/http/access.port.ts';
import { createHttpServer } from '../src/infra/http/server.compose.ts';
import { createLogger } from '../src/infra/log/logger.util.ts';
import { disabledMailer } from '../src/infra/mail/smtp.adapter.ts';
import { openServiceMasterKey } from '../src/infra/master-key/index.ts';
import { disabledSmsSender } from '../src/infra/sms/http-sms.adapter.ts';
import { openTokenKeys } from '../src/infra/tokens/token-keys.repository.ts';
import { createTokens } from '../src/infra/tokens/tokens.util.ts';
import { accountRoutes } from '../src/modules/accounts/accounts.routes.ts';
import { createAccount } from '../src/modules/accounts/accounts.usecases.ts';
import {
  createOperatorCredential,
  requireOperator,
} from '../src/modules/accounts/administration/operators.usecases.ts';
import {
  requireMember,
  requireSession,
} from '../src/modules/accounts/authentication/authentication.usecases.ts';
import { deriveCodeKey } from '../src/modules/accounts/codes/codes.usecases.ts';
import { readPasswordPolicy } from '../src/modules/accounts/passwords/password-policy.util.ts';
import { findDocumentRights } from '../src/modules/documents/document-rights.usecases.ts';
import { documentRoutes } from '../src/modules/documents/documents.routes.ts';
import { createIdentifyCaller } from '../src/modules/keys/caller.usecases.ts';
import { keyAccessRoutes, licenceKeyRoutes } from '../src/modules/keys/key-access.routes.ts';
import { createKeyAccessService } from '../src/modules/keys/key-access.usecases.ts';
import { createLicenceKeys } from '../src/modules/keys/licence-key.usecases.ts';
import { addMember, createTenant } from '../src/modules/tenants/tenants.usecases.ts';
import { openTestDatabase } from '../testing/database.ts';

export type KeyService = Awaited<ReturnType<typeof startKeyService>>;

/** The modules of the service that key access needs, on PostgreSQL, listening on a free port. */
export async function startKeyService() {
  const database = await openTestDatabase();
  const db = database.handle;
  const masterKey = await openServiceMasterKey(db, {
    source: { value: '11'.repeat(32) },
    dataDir: '/nowhere',
  });
  const time = { offset: 0 };
  const clock = () => Date.now() + time.offset;
  let publicUrl = 'http://localhost';
  const tokens = createTokens({
    keys: await openTokenKeys(db, { masterKey }),
    issuer: () => publicUrl,
    clock,
  });
  const sessionLifetimeMs = Number.POSITIVE_INFINITY;
  const accounts = { db, pool: database.pool, tokens, clock, sessionLifetimeMs };
  const unknown = async () => {
    throw new ServiceError('login.signature_is_invalid');
  };
  const authenticator: Authenticator = {
    account: (token) => requireSession(accounts, token),
    member: (token, tid) => requireMember(accounts, token, { tid }),
    file: unknown,
    operator: unknown,
    assertSteppedUp: async () => {},
    actor: async (token, { tid }) => ({
      kind: 'operator',
      tid,
      operatorID: await requireOperator(db, token),
    }),
  };
  const app = await createHttpServer({
    authenticator,
    log: createLogger('error'),
    version: '0',
    corsOrigins: [],
    trustProxy: undefined,
    checkAnswers: true,
  });
  const keys = createLicenceKeys(db, masterKey);
  const service = createKeyAccessService({
    handle: db,
    keys,
    identify: createIdentifyCaller(accounts),
    findRights: (query) => findDocumentRights(db, query),
    clock,
    publicUrl: () => publicUrl,
  });
  const services = {
    ...accounts,
    outbox: { send: async () => {} },
    mailer: disabledMailer,
    sms: disabledSmsSender,
    isTicketOptional: false,
    masterKey,
    codeKey: deriveCodeKey(masterKey.bytes),
    printCode: undefined,
    shouldHideAccounts: false,
    passwords: await readPasswordPolicy(
      { passwords: { rules: 'specification', wordsFile: undefined, breachedFile: undefined } },
      () => {},
    ),
    onError: () => {},
    publishEvent: async () => {},
  };
  accountRoutes(app, services, { hosts: () => [new URL(publicUrl).host], signInLimit: 0 });
  licenceKeyRoutes(app, { keys, clock });
  documentRoutes(app, { db, keys, clock, publicUrl: () => publicUrl });
  await keyAccessRoutes(app, service, { maxPerMinute: 0 });
  publicUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  const operator = await createOperatorCredential(db);
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { app, db, keys, time, operator, url: publicUrl, accounts, close };
}

/** Creates a tenant with people. Each person has a separate account whose username is the member ID. */
export async function peopleOf(
  { db }: KeyService,
  tenant: { tid: string; people: readonly string[]; otherClientsAllowed?: boolean },
): Promise<void> {
  const { tid, people, otherClientsAllowed = false } = tenant;
  await createTenant(db, { tid, name: tid, serviceVersion: 'eds-pro_16.2', otherClientsAllowed });
  for (const fid of people) {
    const { aid } = await createAccount(db, { aid: fid, username: fid, password });
    await addMember(db, { tid, fid, aid, name: fid, roles: ['users'] });
  }
}

export const password = 'Right-horse-7';

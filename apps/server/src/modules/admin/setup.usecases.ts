import type { Answer } from '@sealflow/contract';
import type { ErrorCode } from '@sealflow/domain/errors';
import { type DatabaseTransaction, inTransaction } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import type { RequestMetadata } from '../../infra/http/request-metadata.util.ts';
import type { CallContext } from '../../infra/http/route.middleware.ts';
import { lockMasterKey, unwrapAtRest, wrapAtRest } from '../../infra/master-key/index.ts';
import {
  createOperatorAccount,
  hasOperatorAccount,
} from '../accounts/administration/operator-accounts.usecases.ts';
import { verifyDeviceRegistration } from '../accounts/devices/devices.usecases.ts';
import { beginTotpEnrolment } from '../accounts/second-factor/totp-enrolment.usecases.ts';
import { recordAct } from '../audit/audit.usecases.ts';
import { countRefusal } from '../audit/refusals.usecases.ts';
import { listTenants } from '../tenants/tenants.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { operatorActor } from './audited-action.usecases.ts';
import {
  deleteSetupLinks,
  lockSetupLink,
  type SetupLinkRow,
  updateSetupTotpSecret,
} from './setup-links.repository.ts';
import { requireSetupLink, setupTotpContext } from './setup-links.usecases.ts';

type OperatorForm = CallContext<'POST /api/v1/setup/actions/create-operator'>['body'];

/** The state of the set-up. @throws ServiceError `admin.setup_link_invalid`. */
export async function checkSetup(services: AdminServices, token: string) {
  const { db, clock } = services;
  const link = await countingRefusals(services, () => requireSetupLink(db, token, clock()));
  const [hasOperator, tenants] = await Promise.all([hasOperatorAccount(db), listTenants(db)]);
  return { expireAt: link.expire_at.getTime(), hasOperator, hasTenant: tenants.length > 0 };
}

/**
 * Creates the secret of the authenticator app of the operator. A repetition replaces it.
 * @throws ServiceError `admin.setup_link_invalid`.
 */
export async function enrolSetupTotp(
  services: AdminServices,
  { token, username }: { token: string; username: string },
): Promise<{ secret: string; uri: string }> {
  const { db, clock, accounts } = services;
  const { masterKey } = accounts;
  const { secret, shown } = beginTotpEnrolment(username);
  await countingRefusals(services, () =>
    inTransaction(db, async (transaction) => {
      const { link_id: linkID } = await requireLockedLink(transaction, token, clock());
      await lockMasterKey(transaction, masterKey);
      const wrappedSecret = wrapAtRest(secret, masterKey.bytes, setupTotpContext(linkID));
      await updateSetupTotpSecret(transaction, { linkID, wrappedSecret });
    }),
  );
  return shown;
}

/**
 * Creates an operator with its account and authenticator app, and signs it in on the device. Every set-up link ends.
 * @throws ServiceError `admin.setup_link_invalid`, `admin.username_taken`, `login.totp_not_enrolled`,
 * `login.verification_code_error`, `login.device_proof_invalid`, `login.password_…`.
 */
export function createFirstOperator(
  services: AdminServices,
  { token, totp, device: registration, ...form }: OperatorForm,
  metadata: RequestMetadata,
): Promise<Answer<'POST /api/v1/setup/actions/create-operator'>> {
  const { db, clock, accounts } = services;
  return countingRefusals(services, async () => {
    const device = registration && (await verifyDeviceRegistration(accounts, registration, metadata));
    return inTransaction(db, async (transaction) => {
      const now = clock();
      const link = await requireLockedLink(transaction, token, now);
      const secret = requireEnrolledSecret(services, link);
      const created = await createOperatorAccount(accounts, transaction, {
        ...form,
        device,
        secret,
        totp,
      });
      const { operatorID, recoveryCodes, signIn } = created;
      await deleteSetupLinks(transaction);
      const context = { handle: transaction, actor: operatorActor(operatorID), at: new Date(now) };
      await recordAct(context, { act: 'operator.granted', subject: operatorID });
      return { ...signIn, recoveryCodes };
    });
  });
}

async function requireLockedLink(
  transaction: DatabaseTransaction,
  token: string,
  now: number,
): Promise<SetupLinkRow> {
  const { link_id: linkID } = await requireSetupLink(transaction, token, now);
  const link = await lockSetupLink(transaction, linkID);
  // Another call used the link meanwhile.
  if (!link) throw new ServiceError('admin.setup_link_invalid');
  return link;
}

/** The secret that was enrolled by the link. @throws ServiceError `login.totp_not_enrolled`. */
function requireEnrolledSecret(
  { accounts: { masterKey } }: AdminServices,
  { link_id: linkID, wrapped_totp_secret: wrapped }: SetupLinkRow,
): Buffer {
  if (!wrapped) throw new ServiceError('login.totp_not_enrolled');
  return unwrapAtRest(wrapped, masterKey.bytes, setupTotpContext(linkID));
}

const countedCodes: ReadonlySet<ErrorCode> = new Set([
  'admin.setup_link_invalid',
  'login.verification_code_error',
]);

/** Counts refusals instead of recording them one by one, because their number is unlimited. */
async function countingRefusals<T>({ db, clock }: AdminServices, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && countedCodes.has(error.code))
      countRefusal(db, { tid: null, act: 'operator.setup_refused', reason: error.code, at: clock() });
    throw error;
  }
}

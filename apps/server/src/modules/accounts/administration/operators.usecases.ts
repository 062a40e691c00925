import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseHandle, DatabaseTransaction } from '../../../infra/database/index.ts';
import { ServiceError } from '../../../infra/errors/service.errors.ts';
import {
  countOperators,
  deleteOperatorRow,
  insertOperator,
  lockOperators,
  markOperatorWithdrawn,
  selectOperator,
  selectOperators,
} from './operators.repository.ts';

/** Distinguishes an operator's credential from an account's token, for people and for secret scanners. */
const credentialPrefix = 'sealflow-operator-';

export function isOperatorCredential(token: string | undefined): token is string {
  return token?.startsWith(credentialPrefix) ?? false;
}

/** Creates a credential of the operator. Only its digest is stored. */
export async function createOperatorCredential(db: DatabaseHandle): Promise<string> {
  const { credential } = await issueLabelledCredential(db, null);
  return credential;
}

/** Creates a credential of the operator with a label that names its owner. */
export async function issueLabelledCredential(
  db: DatabaseHandle,
  label: string | null,
): Promise<{ operatorID: string; credential: string }> {
  const credential = credentialPrefix + randomBytes(32).toString('base64url');
  const operatorID = randomUUID();
  await insertOperator(db, { operatorID, digest: digestOf(credential), label });
  return { operatorID, credential };
}

/** Deletes a credential that was never used. A used one is withdrawn instead, because audit records refer to it. */
export function deleteOperator(db: DatabaseHandle, operatorID: string): Promise<void> {
  return deleteOperatorRow(db, operatorID);
}

/** All credentials, also withdrawn ones, without their secret part. */
export async function listOperators(
  db: DatabaseHandle,
  { current, ...page }: { skip: number; limit: number; current: string },
) {
  const [total, rows] = await Promise.all([
    countOperators(db),
    page.limit === 0 ? [] : selectOperators(db, page),
  ]);
  const data = rows.map(({ operator_id, label, created_at, withdrawn_at }) => ({
    operatorID: operator_id,
    label,
    createAt: created_at.getTime(),
    withdrawnAt: withdrawn_at?.getTime() ?? null,
    /** Whether the caller uses this credential. */
    current: operator_id === current,
  }));
  return { total, data };
}

/**
 * Withdraws a credential. The last one cannot be withdrawn, because no further one could be created.
 * @throws ServiceError `admin.operator_not_found`, `admin.operator_last`.
 */
export async function withdrawOperator(
  transaction: DatabaseTransaction,
  target: { operatorID: string; at: Date },
): Promise<void> {
  const activeIDs = await lockOperators(transaction);
  if (!activeIDs.includes(target.operatorID)) throw new ServiceError('admin.operator_not_found');
  if (activeIDs.length === 1) throw new ServiceError('admin.operator_last');
  await markOperatorWithdrawn(transaction, target);
}

export async function findOperator(db: DatabaseHandle, credential: string): Promise<string | undefined> {
  return selectOperator(db, digestOf(credential));
}

/**
 * The id of the operator's credential.
 * @throws ServiceError `login.signature_is_invalid` where the credential is unknown or withdrawn.
 */
export async function requireOperator(db: DatabaseHandle, credential: string | undefined): Promise<string> {
  const operatorID = isOperatorCredential(credential) ? await findOperator(db, credential) : undefined;
  if (operatorID === undefined) throw new ServiceError('login.signature_is_invalid');
  return operatorID;
}

function digestOf(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}

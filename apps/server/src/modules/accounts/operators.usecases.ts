import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseHandle } from '../../infra/database/index.ts';
import { ServiceError } from '../../infra/errors/service.errors.ts';
import { insertOperator, selectOperator } from './operators.repository.ts';

/** Tells an operator's credential from an account's token, for people and for programs that look for leaked secrets. */
const prefix = 'sealflow-operator-';

export function isOperatorCredential(token: string | undefined): token is string {
  return token?.startsWith(prefix) ?? false;
}

/** Makes a credential of the operator; only its digest is kept. */
export async function createOperator(db: DatabaseHandle): Promise<string> {
  const credential = prefix + randomBytes(32).toString('base64url');
  await insertOperator(db, { operatorID: randomUUID(), digest: digestOf(credential) });
  return credential;
}

export async function findOperator(db: DatabaseHandle, credential: string): Promise<string | undefined> {
  return selectOperator(db, digestOf(credential));
}

/** @throws ServiceError `login.signature_is_invalid` where this is no operator's credential. */
export async function requireOperator(db: DatabaseHandle, credential: string | undefined): Promise<string> {
  const operatorID = isOperatorCredential(credential) ? await findOperator(db, credential) : undefined;
  if (operatorID === undefined) throw new ServiceError('login.signature_is_invalid');
  return operatorID;
}

function digestOf(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}

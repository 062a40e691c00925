import type { NewTokenKey } from '../../infra/tokens/token-keys.repository.ts';
import { withdrawOperatorRole } from '../accounts/administration/operator-accounts.usecases.ts';
import {
  issueLabelledCredential,
  withdrawOperator as markWithdrawn,
} from '../accounts/administration/operators.usecases.ts';
import {
  rotateSigningKey as rotate,
  type SigningKey,
  withdrawSigningKey as withdraw,
} from '../accounts/administration/signing-keys.usecases.ts';
import { listTenants } from '../tenants/tenants.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act, actionContextAs, operatorActor } from './audited-action.usecases.ts';

export type SigningKeyServices = Pick<AdminServices, 'db' | 'clock'> & {
  /** Generates a key pair; the private key is wrapped by the master key. */
  readonly makeSigningKey: () => NewTokenKey;
};

/** Creates the next signing key and records it; returns the waiting one if there is one. */
export function rotateSigningKey(services: SigningKeyServices, operatorID: string): Promise<SigningKey> {
  const { clock, makeSigningKey: makeKey } = services;
  return act(services, operatorActor(operatorID), async ({ transaction, record }) => {
    const { key, made } = await rotate(transaction, { now: clock(), makeKey });
    if (made) await record({ act: 'deployment.signing_key_rotated', kid: key.kid });
    return key;
  });
}

/**
 * Withdraws a leaked key. Every audit chain gets a record, so that each is signed again: checkpoints of a withdrawn
 * key prove nothing.
 *
 * @returns the key that signs now.
 * @throws ServiceError `admin.signing_key_not_found`.
 */
export function withdrawSigningKey(
  services: SigningKeyServices,
  { operatorID, kid }: { operatorID: string; kid: string },
): Promise<SigningKey> {
  const { clock, makeSigningKey: makeKey } = services;
  return act(services, operatorActor(operatorID), async ({ transaction, at }) => {
    const signing = await withdraw(transaction, { kid, now: clock(), makeKey });
    const tenants = await listTenants(transaction);
    for (const tid of [null, ...tenants.map((tenant) => tenant.tid)]) {
      const { record } = actionContextAs(operatorActor(operatorID, tid), { transaction, at });
      await record({ act: 'deployment.signing_key_withdrawn', kid });
    }
    return signing;
  });
}

/** Creates an operator and its credential, which cannot be read again later. */
export function createOperator(
  services: AdminServices,
  { operatorID: by, label }: { operatorID: string; label: string },
): Promise<{ operatorID: string; label: string; credential: string }> {
  return act(services, operatorActor(by), async ({ transaction, record }) => {
    const { operatorID, credential } = await issueLabelledCredential(transaction, label);
    await record({ act: 'operator.created', subject: operatorID });
    return { operatorID, label, credential };
  });
}

/**
 * Withdraws an operator: a credential, or the role of a person.
 * @throws ServiceError `admin.operator_not_found`, `admin.operator_last`, `admin.operator_person_last`.
 */
export function withdrawOperator(
  services: AdminServices,
  { by, operatorID }: { by: string; operatorID: string },
): Promise<void> {
  return act(services, operatorActor(by), async ({ transaction, at, record }) => {
    if (!(await withdrawOperatorRole(transaction, { operatorID, by, at })))
      await markWithdrawn(transaction, { operatorID, at });
    await record({ act: 'operator.withdrawn', subject: operatorID });
  });
}

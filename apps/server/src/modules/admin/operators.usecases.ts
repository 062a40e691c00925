import {
  issueLabelledCredential,
  withdrawOperator as markWithdrawn,
} from '../accounts/administration/operators.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act, operatorActor } from './audited-action.usecases.ts';

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

/** @throws ServiceError `admin.operator_not_found`, `admin.operator_last`. */
export function withdrawOperator(
  services: AdminServices,
  { by, operatorID }: { by: string; operatorID: string },
): Promise<void> {
  return act(services, operatorActor(by), async ({ transaction, at, record }) => {
    await markWithdrawn(transaction, { operatorID, at });
    await record({ act: 'operator.withdrawn', subject: operatorID });
  });
}

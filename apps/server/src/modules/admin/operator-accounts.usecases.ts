import { grantOperatorRole } from '../accounts/administration/operator-accounts.usecases.ts';
import { removeLostTotp } from '../accounts/second-factor/totp-enrolment.usecases.ts';
import type { AdminServices } from './admin.types.ts';
import { act, operatorActor } from './audited-action.usecases.ts';

/**
 * Grants the operator role to an account.
 * @throws ServiceError `login.user_not_found`, `admin.operator_exists`, `admin.operator_without_second_factor`.
 */
export function grantOperator(
  services: AdminServices,
  { operatorID: by, account, name }: { operatorID: string; account: string; name: string },
): Promise<{ operatorID: string; aid: string }> {
  return act(services, operatorActor(by), async ({ transaction, at, record }) => {
    const granted = await grantOperatorRole(services.accounts, transaction, { account, name, by, at });
    await record({ act: 'operator.granted', subject: granted.operatorID });
    return granted;
  });
}

/**
 * Removes the authenticator app of a person who has lost it. The sessions end too, because the lost device may have one.
 * @throws ServiceError `login.user_not_found`, `login.totp_not_enrolled`.
 */
export function removeAccountTotp(
  services: AdminServices,
  { operatorID, aid }: { operatorID: string; aid: string },
): Promise<void> {
  return act(services, operatorActor(operatorID), async ({ transaction, at, record }) => {
    await removeLostTotp(transaction, { aid, at });
    await record({ act: 'account.totp_removed', subject: aid });
  });
}

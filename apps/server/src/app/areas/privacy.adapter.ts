import { deleteDueAccounts } from '../../modules/privacy/due-deletions.usecases.ts';
import type { PrivacyServices } from '../../modules/privacy/privacy.port.ts';
import { privacyRoutes } from '../../modules/privacy/privacy.routes.ts';
import { deleteOld } from '../../modules/privacy/retention.usecases.ts';
import type { Area, Parts } from '../parts.port.ts';

export const privacyArea: Area = {
  serve: (app, parts) => privacyRoutes(app, servicesOf(parts), parts.config),
  forget: async (parts, now) => {
    const deleted = await deleteDueAccounts(servicesOf(parts), now);
    if (deleted > 0) parts.log.info({ accounts: deleted }, 'accounts deleted');
    const old = await deleteOld(servicesOf(parts), parts.config, now);
    if (old.messages > 0 || old.flows > 0) parts.log.info(old, 'old messages and applications deleted');
  },
};

function servicesOf({ accounts, objects, config, log }: Parts): PrivacyServices {
  const { accountDeletionDelayMs, closedAccountLifeMs } = config;
  return { accounts, objects, log, accountDeletionDelayMs, closedAccountLifeMs };
}

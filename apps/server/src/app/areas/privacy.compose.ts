import { deleteDueAccounts } from '../../modules/privacy/due-deletions.usecases.ts';
import { privacyRoutes } from '../../modules/privacy/privacy.routes.ts';
import type { PrivacyServices } from '../../modules/privacy/privacy.types.ts';
import { deleteExpiredContent } from '../../modules/privacy/retention.usecases.ts';
import type { ServiceContext, ServiceModule } from '../service-context.types.ts';

export const privacyModule: ServiceModule = {
  registerRoutes: (app, context) => privacyRoutes(app, privacyServicesOf(context), context.config),
  deleteExpired: async (context, now) => {
    const deleted = await deleteDueAccounts(privacyServicesOf(context), now);
    if (deleted > 0) context.log.info({ accounts: deleted }, 'accounts deleted');
    const old = await deleteExpiredContent(privacyServicesOf(context), context.config, now);
    if (old.messages > 0 || old.flows > 0) context.log.info(old, 'old messages and applications deleted');
  },
};

function privacyServicesOf({ accounts, objects, config, log }: ServiceContext): PrivacyServices {
  const { accountDeletionDelayMs, closedAccountLifetimeMs } = config;
  return { accounts, objects, log, accountDeletionDelayMs, closedAccountLifetimeMs };
}

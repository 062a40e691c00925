import { createLicenceKeys } from '../../modules/keys/licence-key.usecases.ts';
import { accountsModule, createAccountServices, privacyModule, tenantsModule } from './accounts.compose.ts';
import { auditModule } from './audit.compose.ts';
import {
  adminModule,
  deploymentModule,
  forwardingModule,
  importsModule,
  releasesModule,
} from './deployment.compose.ts';
import { documentsModule, filesModule, keysModule } from './documents.compose.ts';
import { createHousekeeping } from './housekeeping.compose.ts';
import { createPushContext, eventsModule, messagesModule, pushModule } from './messages.compose.ts';
import { processingModule } from './processing.compose.ts';
import { runningModule } from './running.compose.ts';
import type { Infrastructure, ServiceContext, ServiceModule } from './service-context.types.ts';
import { createWorkflowServices, workflowModule } from './workflow.compose.ts';

/** All modules of the service, in the order in which they register. */
export const serviceModules: readonly ServiceModule[] = [
  runningModule,
  auditModule,
  tenantsModule,
  accountsModule,
  keysModule,
  deploymentModule,
  documentsModule,
  filesModule,
  messagesModule,
  pushModule,
  eventsModule,
  workflowModule,
  processingModule,
  releasesModule,
  forwardingModule,
  adminModule,
  importsModule,
  privacyModule,
];

/** Builds what the modules offer to each other. Each area builds its own part. */
export async function createServiceContext<I extends Infrastructure>(
  infrastructure: I,
): Promise<I & ServiceContext> {
  const context: I & ServiceContext = {
    ...infrastructure,
    accounts: await createAccountServices(infrastructure),
    keys: createLicenceKeys(infrastructure.db, infrastructure.masterKey),
    push: createPushContext(infrastructure),
    workflow: createWorkflowServices(infrastructure),
    ownNode: { name: '', isDraining: false },
    runHousekeeping: createHousekeeping(serviceModules, () => context),
  };
  return context;
}

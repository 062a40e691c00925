import type { ServiceModule } from '../service-context.types.ts';
import { accountsModule } from './accounts.compose.ts';
import { adminModule } from './admin.compose.ts';
import { auditModule } from './audit.compose.ts';
import { deploymentModule } from './deployment.compose.ts';
import { documentsModule } from './documents.compose.ts';
import { eventsModule } from './events.compose.ts';
import { filesModule } from './files.compose.ts';
import { forwardingModule } from './forwarding.compose.ts';
import { keysModule } from './keys.compose.ts';
import { messagesModule } from './messages.compose.ts';
import { privacyModule } from './privacy.compose.ts';
import { processingModule } from './processing.compose.ts';
import { pushModule } from './push.compose.ts';
import { releasesModule } from './releases.compose.ts';
import { runningModule } from './running.compose.ts';
import { tenantsModule } from './tenants.compose.ts';
import { workflowModule } from './workflow.compose.ts';

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
  privacyModule,
];

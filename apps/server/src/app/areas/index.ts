import type { ServiceModule } from '../parts.port.ts';
import { accountsModule } from './accounts.adapter.ts';
import { adminModule } from './admin.adapter.ts';
import { auditModule } from './audit.adapter.ts';
import { deploymentModule } from './deployment.adapter.ts';
import { documentsModule } from './documents.adapter.ts';
import { eventsModule } from './events.adapter.ts';
import { filesModule } from './files.adapter.ts';
import { forwardingModule } from './forwarding.adapter.ts';
import { keysModule } from './keys.adapter.ts';
import { messagesModule } from './messages.adapter.ts';
import { privacyModule } from './privacy.adapter.ts';
import { processingModule } from './processing.adapter.ts';
import { pushModule } from './push.adapter.ts';
import { releasesModule } from './releases.adapter.ts';
import { runningModule } from './running.adapter.ts';
import { tenantsModule } from './tenants.adapter.ts';
import { workflowModule } from './workflow.adapter.ts';

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

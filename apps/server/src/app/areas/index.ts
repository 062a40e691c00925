import type { Area } from '../parts.port.ts';
import { accountsArea } from './accounts.adapter.ts';
import { adminArea } from './admin.adapter.ts';
import { auditArea } from './audit.adapter.ts';
import { deploymentArea } from './deployment.adapter.ts';
import { documentsArea } from './documents.adapter.ts';
import { eventsArea } from './events.adapter.ts';
import { filesArea } from './files.adapter.ts';
import { forwardingArea } from './forwarding.adapter.ts';
import { keysArea } from './keys.adapter.ts';
import { messagesArea } from './messages.adapter.ts';
import { privacyArea } from './privacy.adapter.ts';
import { processingArea } from './processing.adapter.ts';
import { pushArea } from './push.adapter.ts';
import { releasesArea } from './releases.adapter.ts';
import { runningArea } from './running.adapter.ts';
import { tenantsArea } from './tenants.adapter.ts';
import { workflowArea } from './workflow.adapter.ts';

/** All modules of the service, in the order in which they register. */
export const areas: readonly Area[] = [
  runningArea,
  auditArea,
  tenantsArea,
  accountsArea,
  keysArea,
  deploymentArea,
  documentsArea,
  filesArea,
  messagesArea,
  pushArea,
  eventsArea,
  workflowArea,
  processingArea,
  releasesArea,
  forwardingArea,
  adminArea,
  privacyArea,
];

import { accountCalls } from './accounts.calls.ts';
import { adminCalls } from './admin.calls.ts';
import { auditCalls } from './audit.calls.ts';
import { deploymentCalls } from './deployment.calls.ts';
import { fileCalls } from './files.calls.ts';
import { keyCalls } from './keys.calls.ts';
import { messageCalls } from './messages.calls.ts';
import { workflowCalls } from './workflow.calls.ts';
import { workflowActionCalls } from './workflow-actions.calls.ts';
import { workflowAdminCalls } from './workflow-admin.calls.ts';

/** Every HTTP call of the service, declared once: the server validates by it, the app is typed by it. */
export const calls = {
  ...accountCalls,
  ...adminCalls,
  ...auditCalls,
  ...deploymentCalls,
  ...fileCalls,
  ...keyCalls,
  ...messageCalls,
  ...workflowCalls,
  ...workflowActionCalls,
  ...workflowAdminCalls,
};

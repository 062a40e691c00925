import { absenceCalls } from './absences.calls.ts';
import { accountCalls } from './accounts.calls.ts';
import { adminCalls } from './admin.calls.ts';
import { adminAccountCalls } from './admin-accounts.calls.ts';
import { adminAgreementCalls } from './admin-agreements.calls.ts';
import { adminDeliveryFailureCalls } from './admin-delivery-failures.calls.ts';
import { adminDeploymentCalls } from './admin-deployment.calls.ts';
import { adminDeviceCalls } from './admin-devices.calls.ts';
import { adminDocumentCalls } from './admin-documents.calls.ts';
import { adminHealthCalls } from './admin-health.calls.ts';
import { adminImportCalls } from './admin-imports.calls.ts';
import { adminMemberCalls } from './admin-members.calls.ts';
import { adminMemberBulkCalls } from './admin-members-bulk.calls.ts';
import { adminOperatorCalls } from './admin-operators.calls.ts';
import { adminOverviewCalls } from './admin-overview.calls.ts';
import { adminProcessCalls } from './admin-processes.calls.ts';
import { adminRoleCalls } from './admin-roles.calls.ts';
import { adminSettingsCalls } from './admin-settings.calls.ts';
import { adminSigningKeyCalls } from './admin-signing-keys.calls.ts';
import { adminTenantCalls } from './admin-tenants.calls.ts';
import { agreementCalls } from './agreements.calls.ts';
import { archiveCalls } from './archives.calls.ts';
import { auditCalls } from './audit.calls.ts';
import { credentialCalls } from './credentials.calls.ts';
import { deploymentCalls } from './deployment.calls.ts';
import { downloadCalls } from './downloads.calls.ts';
import { eventCalls } from './events.calls.ts';
import { fileCalls } from './files.calls.ts';
import { flowCommentCalls } from './flow-comments.calls.ts';
import { flowFollowCalls } from './flow-follows.calls.ts';
import { insightCalls } from './insight.calls.ts';
import { keyCalls } from './keys.calls.ts';
import { messageCalls } from './messages.calls.ts';
import { ownSealingCalls } from './own-sealing.calls.ts';
import { preferenceCalls } from './preferences.calls.ts';
import { privacyCalls } from './privacy.calls.ts';
import { pushCalls } from './push.calls.ts';
import { releaseCalls } from './releases.calls.ts';
import { renditionCalls } from './renditions.calls.ts';
import { secondFactorCalls } from './second-factor.calls.ts';
import { setupCalls } from './setup.calls.ts';
import { workflowCalls } from './workflow.calls.ts';
import { workflowActionCalls } from './workflow-actions.calls.ts';
import { workflowAdminCalls } from './workflow-admin.calls.ts';

/**
 * Every HTTP call of the service. The server validates requests with it, and the clients derive their types from it.
 */
export const calls = {
  ...absenceCalls,
  ...accountCalls,
  ...adminCalls,
  ...adminAccountCalls,
  ...adminAgreementCalls,
  ...adminDeliveryFailureCalls,
  ...adminDeploymentCalls,
  ...adminDeviceCalls,
  ...adminDocumentCalls,
  ...adminHealthCalls,
  ...adminImportCalls,
  ...adminMemberCalls,
  ...adminMemberBulkCalls,
  ...adminOverviewCalls,
  ...adminOperatorCalls,
  ...adminProcessCalls,
  ...adminRoleCalls,
  ...adminSettingsCalls,
  ...adminSigningKeyCalls,
  ...adminTenantCalls,
  ...agreementCalls,
  ...auditCalls,
  ...credentialCalls,
  ...deploymentCalls,
  ...downloadCalls,
  ...eventCalls,
  ...fileCalls,
  ...keyCalls,
  ...messageCalls,
  ...ownSealingCalls,
  ...releaseCalls,
  ...renditionCalls,
  ...preferenceCalls,
  ...privacyCalls,
  ...archiveCalls,
  ...pushCalls,
  ...secondFactorCalls,
  ...setupCalls,
  ...workflowCalls,
  ...workflowActionCalls,
  ...flowCommentCalls,
  ...flowFollowCalls,
  ...insightCalls,
  ...workflowAdminCalls,
};

import { absences } from './zh/absences.ts';
import { accounts } from './zh/accounts.ts';
import { agreements } from './zh/agreements.ts';
import { applications } from './zh/applications.ts';
import { audit } from './zh/audit.ts';
import { auditActTexts } from './zh/audit-acts.ts';
import { classifications } from './zh/classifications.ts';
import { common } from './zh/common.ts';
import { conditions } from './zh/conditions.ts';
import { configuration } from './zh/configuration.ts';
import { departments } from './zh/departments.ts';
import { deployment } from './zh/deployment.ts';
import { devices } from './zh/devices.ts';
import { documents } from './zh/documents.ts';
import { escalation } from './zh/escalation.ts';
import { failedDeliveries } from './zh/failed-deliveries.ts';
import { flowTypes } from './zh/flow-types.ts';
import { health } from './zh/health.ts';
import { imports } from './zh/imports.ts';
import { insight } from './zh/insight.ts';
import { keys } from './zh/keys.ts';
import { mailboxes } from './zh/mailboxes.ts';
import { messages } from './zh/messages.ts';
import { operators } from './zh/operators.ts';
import { overview } from './zh/overview.ts';
import { people } from './zh/people.ts';
import { processRules } from './zh/process-rules.ts';
import { releases } from './zh/releases.ts';
import { rights } from './zh/rights.ts';
import { roles } from './zh/roles.ts';
import { security } from './zh/security.ts';
import { settings } from './zh/settings.ts';
import { setup } from './zh/setup.ts';
import { shell } from './zh/shell.ts';
import { signIn } from './zh/sign-in.ts';
import { tenants } from './zh/tenants.ts';
import { workflow } from './zh/workflow.ts';

/** All texts of the console in Chinese. Each area has its own file. */
export const zh = {
  absences,
  accounts,
  agreements,
  applications,
  audit,
  auditActTexts,
  classifications,
  common,
  conditions,
  configuration,
  departments,
  deployment,
  devices,
  documents,
  escalation,
  failedDeliveries,
  flowTypes,
  health,
  imports,
  insight,
  keys,
  mailboxes,
  messages,
  operators,
  overview,
  people,
  processRules,
  releases,
  rights,
  roles,
  security,
  settings,
  setup,
  shell,
  signIn,
  tenants,
  workflow,
};

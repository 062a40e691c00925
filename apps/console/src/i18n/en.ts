import { absences } from './en/absences.ts';
import { accounts } from './en/accounts.ts';
import { agreements } from './en/agreements.ts';
import { applications } from './en/applications.ts';
import { audit } from './en/audit.ts';
import { auditActTexts } from './en/audit-acts.ts';
import { classifications } from './en/classifications.ts';
import { common } from './en/common.ts';
import { conditions } from './en/conditions.ts';
import { configuration } from './en/configuration.ts';
import { departments } from './en/departments.ts';
import { deployment } from './en/deployment.ts';
import { devices } from './en/devices.ts';
import { documents } from './en/documents.ts';
import { escalation } from './en/escalation.ts';
import { failedDeliveries } from './en/failed-deliveries.ts';
import { flowTypes } from './en/flow-types.ts';
import { health } from './en/health.ts';
import { imports } from './en/imports.ts';
import { insight } from './en/insight.ts';
import { keys } from './en/keys.ts';
import { mailboxes } from './en/mailboxes.ts';
import { messages } from './en/messages.ts';
import { operators } from './en/operators.ts';
import { overview } from './en/overview.ts';
import { people } from './en/people.ts';
import { processRules } from './en/process-rules.ts';
import { releases } from './en/releases.ts';
import { rights } from './en/rights.ts';
import { roles } from './en/roles.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { tenants } from './en/tenants.ts';
import { workflow } from './en/workflow.ts';
import type { Texts } from './texts.ts';

/** All texts of the console in English. */
export const en: Texts = {
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

import { absenceCommands } from './absence.command.ts';
import { accountCommands } from './account.command.ts';
import { agreementCommands } from './agreement.command.ts';
import { applicationCommands } from './application.command.ts';
import { archiveCommands } from './archive.command.ts';
import { classCommands } from './class.command.ts';
import { clearanceCommands } from './clearance.command.ts';
import type { Command } from './command.types.ts';
import { deliveryCommands } from './delivery.command.ts';
import { deviceCommands } from './device.command.ts';
import { documentCommands } from './documents.command.ts';
import { flowTypeCommands } from './flow-type.command.ts';
import { healthCommands } from './health.command.ts';
import { insightCommands } from './insight.command.ts';
import { keyCommands } from './keys.command.ts';
import { mailboxCommands } from './mailbox.command.ts';
import { memberCommands } from './member.command.ts';
import { memberBulkCommands } from './member-bulk.command.ts';
import { memberImportCommands } from './member-import.command.ts';
import { messageCommands } from './message.command.ts';
import { operatorCommands } from './operator.command.ts';
import { orgCommands } from './org.command.ts';
import { personalDataCommands } from './personal-data.command.ts';
import { processCommands } from './process.command.ts';
import { roleCommands } from './role.command.ts';
import { signingKeyCommands } from './signing-key.command.ts';
import { tenantCommands } from './tenant.command.ts';
import { withdrawBulkCommands } from './withdraw-bulk.command.ts';

/** Commands with which operators manage tenants, people and documents. */
export const administrationCommands: readonly Command[] = [
  ...tenantCommands,
  ...accountCommands,
  ...memberCommands,
  ...memberBulkCommands,
  ...memberImportCommands,
  ...personalDataCommands,
  ...orgCommands,
  ...roleCommands,
  ...classCommands,
  ...clearanceCommands,
  ...flowTypeCommands,
  ...processCommands,
  ...applicationCommands,
  ...archiveCommands,
  ...absenceCommands,
  ...insightCommands,
  ...keyCommands,
  ...deviceCommands,
  ...documentCommands,
  ...withdrawBulkCommands,
  ...messageCommands,
  ...mailboxCommands,
  ...deliveryCommands,
  ...agreementCommands,
  ...healthCommands,
  ...operatorCommands,
  ...signingKeyCommands,
];

import type { Migration } from 'kysely/migration';
import * as tenantsAccounts from './001-tenants-accounts.migration.ts';
import * as keysDocuments from './002-keys-documents.migration.ts';
import * as files from './003-files.migration.ts';
import * as messages from './004-messages.migration.ts';
import * as workflow from './005-workflow.migration.ts';
import * as audit from './006-audit.migration.ts';
import * as codes from './007-codes.migration.ts';
import * as flowDetails from './008-flow-details.migration.ts';
import * as changes from './009-changes.migration.ts';
import * as messagesPush from './010-messages-push.migration.ts';
import * as objectsReleases from './011-objects-releases.migration.ts';
import * as administration from './012-administration.migration.ts';
import * as processing from './013-processing.migration.ts';
import * as waitingFlows from './014-waiting-flows.migration.ts';
import * as largeTables from './015-large-tables.migration.ts';
import * as secondFactor from './016-second-factor.migration.ts';
import * as codesLocks from './017-codes-locks.migration.ts';
import * as deploymentIdentity from './018-deployment-identity.migration.ts';
import * as signingKeys from './019-signing-keys.migration.ts';
import * as auditPseudonyms from './020-audit-pseudonyms.migration.ts';
import * as accountsMemberships from './021-accounts-memberships.migration.ts';
import * as contactsConsent from './022-contacts-consent.migration.ts';
import * as retiredMembers from './023-retired-members.migration.ts';
import * as peopleLists from './024-people-lists.migration.ts';
import * as imports from './025-imports.migration.ts';
import * as operators from './026-operators.migration.ts';
import * as processVersions from './027-process-versions.migration.ts';
import * as scheduledMessages from './029-scheduled-messages.migration.ts';
import * as operations from './030-operations.migration.ts';
import * as listOrders from './031-list-orders.migration.ts';
import * as stepUp from './032-step-up.migration.ts';
import * as auditedChanges from './033-audited-changes.migration.ts';
import * as deliveryFailures from './034-delivery-failures.migration.ts';
import * as departmentHeads from './035-department-heads.migration.ts';
import * as reassignedTasks from './036-reassigned-tasks.migration.ts';
import * as messageSearch from './037-message-search.migration.ts';
import * as accountPreferences from './038-account-preferences.migration.ts';
import * as agreementConsents from './039-agreement-consents.migration.ts';
import * as messageSearchPlan from './040-message-search-plan.migration.ts';
import * as exactPages from './042-exact-pages.migration.ts';
import * as renditions from './043-renditions.migration.ts';
import * as absences from './044-absences.migration.ts';
import * as flowComments from './045-flow-comments.migration.ts';
import * as returnedFlows from './047-returned-flows.migration.ts';
import * as fullTextSearch from './048-full-text-search.migration.ts';
import * as notificationSettings from './049-notification-settings.migration.ts';
import * as followedFlows from './050-followed-flows.migration.ts';
import * as commentFiles from './051-comment-files.migration.ts';
import * as insight from './052-insight.migration.ts';
import * as printing from './053-printing.migration.ts';
import * as canceledMails from './054-canceled-mails.migration.ts';
import * as indexEntries from './055-index-entries.migration.ts';
import * as retention from './056-retention.migration.ts';
import * as smallerMessages from './057-smaller-messages.migration.ts';
import * as smallerActs from './058-smaller-acts.migration.ts';
import * as leanAudit from './059-lean-audit.migration.ts';
import * as leanSignIn from './060-lean-sign-in.migration.ts';
import * as tokenMacs from './061-token-macs.migration.ts';

/**
 * All migrations, oldest first. There are no down migrations, and a released migration never changes. A new one is a file
 * `NNN-subject.migration.ts` that exports `up`, with an import above and an entry below.
 */
export const migrations: Record<string, Migration> = {
  '001-tenants-accounts': tenantsAccounts,
  '002-keys-documents': keysDocuments,
  '003-files': files,
  '004-messages': messages,
  '005-workflow': workflow,
  '006-audit': audit,
  '007-codes': codes,
  '008-flow-details': flowDetails,
  '009-changes': changes,
  '010-messages-push': messagesPush,
  '011-objects-releases': objectsReleases,
  '012-administration': administration,
  '013-processing': processing,
  '014-waiting-flows': waitingFlows,
  '015-large-tables': largeTables,
  '016-second-factor': secondFactor,
  '017-codes-locks': codesLocks,
  '018-deployment-identity': deploymentIdentity,
  '019-signing-keys': signingKeys,
  '020-audit-pseudonyms': auditPseudonyms,
  '021-accounts-memberships': accountsMemberships,
  '022-contacts-consent': contactsConsent,
  '023-retired-members': retiredMembers,
  '024-people-lists': peopleLists,
  '025-imports': imports,
  '026-operators': operators,
  '027-process-versions': processVersions,
  '029-scheduled-messages': scheduledMessages,
  '030-operations': operations,
  '031-list-orders': listOrders,
  '032-step-up': stepUp,
  '033-audited-changes': auditedChanges,
  '034-delivery-failures': deliveryFailures,
  '035-department-heads': departmentHeads,
  '036-reassigned-tasks': reassignedTasks,
  '037-message-search': messageSearch,
  '038-account-preferences': accountPreferences,
  '039-agreement-consents': agreementConsents,
  '040-message-search-plan': messageSearchPlan,
  '042-exact-pages': exactPages,
  '043-renditions': renditions,
  '044-absences': absences,
  '045-flow-comments': flowComments,
  '047-returned-flows': returnedFlows,
  '048-full-text-search': fullTextSearch,
  '049-notification-settings': notificationSettings,
  '050-followed-flows': followedFlows,
  '051-comment-files': commentFiles,
  '052-insight': insight,
  '053-printing': printing,
  '054-canceled-mails': canceledMails,
  '055-index-entries': indexEntries,
  '056-retention': retention,
  '057-smaller-messages': smallerMessages,
  '058-smaller-acts': smallerActs,
  '059-lean-audit': leanAudit,
  '060-lean-sign-in': leanSignIn,
  '061-token-macs': tokenMacs,
};

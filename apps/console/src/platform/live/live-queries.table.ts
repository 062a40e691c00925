import type { ConsoleKind } from '@sealflow/contract';

/**
 * The roots of the query keys that show things of a kind, for the kinds of the events. A form with typed values keeps them
 * and shows a notice. Audit records are not loaded again, because reading them is recorded.
 */
export const affectedRoots: Readonly<Record<ConsoleKind, readonly string[]>> = {
  people: ['people', 'absences', 'departments', 'roles', 'names', 'approvers', 'overview'],
  departments: ['departments', 'people'],
  roles: ['roles', 'people', 'approvers'],
  devices: ['devices', 'people'],
  imports: ['imports'],
  documents: ['documents', 'overview'],
  classifications: ['classifications', 'clearances', 'documents'],
  clearances: ['clearances'],
  applications: ['applications', 'overview'],
  flowTypes: ['flowTypes'],
  mailboxes: ['mailboxes'],
  messages: ['messages'],
  keys: ['licence-keys', 'overview'],
  settings: ['settings'],
  tenants: ['tenants'],
  accounts: ['accounts', 'operator-names'],
  operators: ['operators', 'operator-names'],
  configuration: [
    'config-params',
    'deployment-delivery',
    'deployment-master-key',
    'agreements',
    'releases',
    'health',
  ],
};

const operatorRoots = new Set(
  (['tenants', 'accounts', 'operators', 'configuration'] as const).flatMap((kind) => affectedRoots[kind]),
);
const allRoots = new Set(Object.values(affectedRoots).flat());

/** Whether events keep the data of a query current. */
export function isLiveRoot(root: unknown, tid: string | null): boolean {
  return typeof root === 'string' && allRoots.has(root) && operatorRoots.has(root) === (tid === null);
}

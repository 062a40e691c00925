import type { CallId, ConsoleKind, TenantKind } from '@sealflow/contract';
import { type Access, calls, tenantKinds } from '@sealflow/contract/schemas';
import type { AuditAct } from '@sealflow/domain/audit-acts';
import type { Actor } from '../../infra/http/access.port.ts';
import { hasRight } from '../../infra/http/rights.rules.ts';

/** The call that reads the things of a kind. Its right decides who is notified of their changes. */
export const readingCalls: Readonly<Record<TenantKind, CallId>> = {
  people: 'GET /api/v1/tenants/{tid}/admin/members',
  departments: 'GET /api/v1/tenants/{tid}/admin/organisations',
  roles: 'GET /api/v1/tenants/{tid}/admin/roles',
  devices: 'GET /api/v1/tenants/{tid}/admin/members/{fid}/devices',
  imports: 'GET /api/v1/tenants/{tid}/admin/imports',
  documents: 'GET /api/v1/tenants/{tid}/admin/documents',
  classifications: 'GET /api/v1/tenants/{tid}/admin/classifications',
  clearances: 'GET /api/v1/tenants/{tid}/admin/clearances',
  applications: 'GET /api/v1/tenants/{tid}/admin/flows',
  flowTypes: 'GET /api/v1/tenants/{tid}/admin/processes',
  mailboxes: 'GET /api/v1/tenants/{tid}/trusted-mailboxes',
  messages: 'GET /api/v1/tenants/{tid}/admin/messages',
  keys: 'GET /api/v1/tenants/{tid}/admin/licence-keys',
  settings: 'GET /api/v1/tenants/{tid}/admin/settings',
};

/** The kinds whose things an actor may read. */
export function readableKinds(actor: Actor): ReadonlySet<ConsoleKind> {
  return new Set(tenantKinds.filter((kind) => mayRead(actor, calls[readingCalls[kind]].access)));
}

function mayRead(actor: Actor, access: Access): boolean {
  if (typeof access !== 'object') return false;
  return actor.kind === 'operator' || hasRight(actor.member, access.right);
}

type ActArea = AuditAct extends infer A ? (A extends `${infer Area}.${string}` ? Area : A) : never;

/** The kind that the acts of an area change, for the tenant and for operators. Areas without a kind change nothing shown. */
const kindsByArea: Partial<Record<ActArea, { tenant?: TenantKind; operator?: ConsoleKind }>> = {
  absence: { tenant: 'people' },
  account: { tenant: 'people', operator: 'accounts' },
  classification: { tenant: 'classifications' },
  clearance: { tenant: 'clearances' },
  config: { operator: 'configuration' },
  deployment: { operator: 'configuration' },
  device: { tenant: 'devices' },
  document: { tenant: 'documents' },
  flow_type: { tenant: 'flowTypes' },
  grant: { tenant: 'documents' },
  import: { tenant: 'imports' },
  key: { tenant: 'keys' },
  member: { tenant: 'people' },
  message: { tenant: 'messages' },
  operator: { operator: 'operators' },
  organisation: { tenant: 'departments' },
  processing: { tenant: 'applications' },
  register: { tenant: 'documents' },
  release: { operator: 'configuration' },
  role: { tenant: 'roles' },
  rotate: { tenant: 'keys' },
  tenant: { tenant: 'settings', operator: 'tenants' },
  withdraw: { tenant: 'documents' },
};

const kindsByAct: Partial<Record<string, TenantKind>> = {
  'member.documents_transferred': 'documents',
  'processing.mailbox_trusted': 'mailboxes',
  'processing.mailbox_distrusted': 'mailboxes',
};

/** The kind of things that an act changes in the scope of a listener; undefined if it changes none. */
export function kindOfAct(act: string, scope: 'tenant' | 'operator'): ConsoleKind | undefined {
  if (scope === 'tenant' && kindsByAct[act]) return kindsByAct[act];
  return kindsByArea[act.split('.')[0] as ActArea]?.[scope];
}

import { declareCalls } from './call.ts';
import { tenantParams } from './common.schemas.ts';

/** Kinds of things in the console's areas of a tenant. */
export const tenantKinds = [
  'people',
  'departments',
  'roles',
  'devices',
  'imports',
  'documents',
  'classifications',
  'clearances',
  'applications',
  'flowTypes',
  'mailboxes',
  'messages',
  'keys',
  'settings',
] as const;
/** Kinds of things in the console's areas of the deployment. */
export const operatorKinds = ['tenants', 'accounts', 'operators', 'configuration'] as const;

export type TenantKind = (typeof tenantKinds)[number];
export type ConsoleKind = TenantKind | (typeof operatorKinds)[number];

/**
 * Who made a change: the listener itself, a member of the tenant, an operator, or the service without a person.
 */
export type ChangeOrigin = 'self' | 'member' | 'operator' | 'service';

/** The data of an event `change`. It has ids only; what changed is read by the calls of the kind. */
export interface ConsoleChange {
  readonly kind: ConsoleKind;
  /** The changed thing; missing if there are several or none. */
  readonly id?: string;
  readonly origin: ChangeOrigin;
  /** The member who made it. */
  readonly fid?: string;
}

const consoleEvents =
  '`change` {kind, id, origin, fid}, with ids alone, and `refetch` when everything must be reloaded: at the start, and ' +
  'whenever events may have been missed';

export const eventCalls = declareCalls({
  'GET /api/v1/tenants/{tid}/admin/events': {
    summary: `Live changes of what the caller may administer in a tenant: ${consoleEvents}`,
    access: { right: ['Administration/administration', 'org_managment'] },
    home: 'host',
    params: tenantParams,
    answer: 'events',
    errors: [],
  },
  'GET /api/v1/admin/events': {
    summary: `Live changes of what operators administer: ${consoleEvents}`,
    access: 'operator',
    answer: 'events',
    errors: [],
  },
  'GET /api/v1/events': {
    summary:
      'Live changes for the account: `task` {tid, taskID}, `flow` {tid, flowID}, `message` {sessionID, tid}, and ' +
      '`badge` when counts and lists must be reloaded: at the start, and whenever events may have been missed',
    access: 'account',
    answer: 'events',
    errors: [],
  },
});

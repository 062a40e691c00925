import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Texts } from '../i18n/index.ts';

type AreaName = keyof Texts['shell']['areas'];

export type Area = {
  readonly name: AreaName;
  /** The step of the address: `/t/{tid}/{path}` of a tenant, `/operator/{path}` of the deployment. */
  readonly path: string;
  /** Rights of which a member needs one; the operator has them all. */
  readonly rights: readonly string[];
  readonly Screen: LazyExoticComponent<ComponentType>;
};

const administration = ['Administration/administration'];
const people = ['org_managment'];

/** The areas of an organisation in the order of the navigation. Each is loaded when it is opened. */
export const tenantAreas: readonly Area[] = [
  {
    name: 'overview',
    path: 'overview',
    rights: [...administration, ...people],
    Screen: lazy(() => import('../areas/overview/overview.screen.tsx')),
  },
  {
    name: 'people',
    path: 'people',
    rights: people,
    Screen: lazy(() => import('../areas/people/people.screen.tsx')),
  },
  {
    name: 'departments',
    path: 'departments',
    rights: people,
    Screen: lazy(() => import('../areas/departments/departments.screen.tsx')),
  },
  {
    name: 'roles',
    path: 'roles',
    rights: people,
    Screen: lazy(() => import('../areas/roles/roles.screen.tsx')),
  },
  {
    name: 'devices',
    path: 'devices',
    rights: people,
    Screen: lazy(() => import('../areas/devices/devices.screen.tsx')),
  },
  {
    name: 'documents',
    path: 'documents',
    rights: administration,
    Screen: lazy(() => import('../areas/documents/documents.screen.tsx')),
  },
  {
    name: 'classifications',
    path: 'classifications',
    rights: administration,
    Screen: lazy(() => import('../areas/classifications/classifications.screen.tsx')),
  },
  {
    name: 'applications',
    path: 'applications',
    rights: administration,
    Screen: lazy(() => import('../areas/applications/applications.screen.tsx')),
  },
  {
    name: 'insight',
    path: 'insight',
    rights: administration,
    Screen: lazy(() => import('../areas/insight/insight.screen.tsx')),
  },
  {
    name: 'flowTypes',
    path: 'flow-types',
    rights: administration,
    Screen: lazy(() => import('../areas/flow-types/flow-types.screen.tsx')),
  },
  {
    name: 'mailboxes',
    path: 'mailboxes',
    rights: administration,
    Screen: lazy(() => import('../areas/mailboxes/mailboxes.screen.tsx')),
  },
  {
    name: 'messages',
    path: 'messages',
    rights: [...people, ...administration],
    Screen: lazy(() => import('../areas/messages/messages.screen.tsx')),
  },
  {
    name: 'keys',
    path: 'keys',
    rights: administration,
    Screen: lazy(() => import('../areas/keys/keys.screen.tsx')),
  },
  {
    name: 'audit',
    path: 'audit',
    rights: administration,
    Screen: lazy(() => import('../areas/audit/audit.screen.tsx')),
  },
  {
    name: 'settings',
    path: 'settings',
    rights: administration,
    Screen: lazy(() => import('../areas/settings/settings.screen.tsx')),
  },
];

/** The areas of the deployment, for operators. */
export const operatorAreas: readonly Area[] = [
  {
    name: 'tenants',
    path: 'tenants',
    rights: [],
    Screen: lazy(() => import('../areas/tenants/tenants.screen.tsx')),
  },
  {
    name: 'accounts',
    path: 'accounts',
    rights: [],
    Screen: lazy(() => import('../areas/accounts/accounts.screen.tsx')),
  },
  {
    name: 'operators',
    path: 'operators',
    rights: [],
    Screen: lazy(() => import('../areas/operators/operators.screen.tsx')),
  },
  {
    name: 'releases',
    path: 'releases',
    rights: [],
    Screen: lazy(() => import('../areas/releases/releases.screen.tsx')),
  },
  {
    name: 'configuration',
    path: 'configuration',
    rights: [],
    Screen: lazy(() => import('../areas/configuration/configuration.screen.tsx')),
  },
  {
    name: 'agreements',
    path: 'agreements',
    rights: [],
    Screen: lazy(() => import('../areas/agreements/agreements.screen.tsx')),
  },
  {
    name: 'health',
    path: 'health',
    rights: [],
    Screen: lazy(() => import('../areas/health/health.screen.tsx')),
  },
  {
    name: 'operatorAudit',
    path: 'audit',
    rights: [],
    Screen: lazy(async () => ({
      default: (await import('../areas/audit/audit.screen.tsx')).OperatorAuditScreen,
    })),
  },
];

export { administration, people };

import type { ComponentType } from 'react';
import SignInScreen from '../features/auth/sign-in/sign-in.screen.tsx';
import { paths } from '../shell/navigation/paths.rules.ts';
import type { ViewName } from '../shell/navigation/view.rules.ts';
import { lazyScreen } from './lazy-screen.util.ts';

export type Screens = Readonly<Partial<Record<string, ComponentType>>>;

const agreements = () => import('../features/auth/agreements/agreement.screen.tsx');
const decisions = () => import('../features/work/decide/decision.screen.tsx');
const bulkDecisions = () => import('../features/work/bulk/bulk.screen.tsx');

const find = lazyScreen(() => import('../features/search/search.screen.tsx'));

const decisionViews = {
  transfer: lazyScreen(async () => ({ default: (await decisions()).TransferScreen })),
  return: lazyScreen(async () => ({ default: (await decisions()).ReturnScreen })),
  addition: lazyScreen(async () => ({ default: (await decisions()).AdditionScreen })),
};

/** Screens that need no session. */
export const openScreens: Screens = {
  [paths.licence]: lazyScreen(async () => ({ default: (await agreements()).LicenceScreen })),
  [paths.privacy]: lazyScreen(async () => ({ default: (await agreements()).PrivacyScreen })),
};

/** Screens for users who are not signed in. */
export const guestScreens: Screens = {
  [paths.pwdlogin]: SignInScreen,
  [paths.reglogin]: lazyScreen(() => import('../features/auth/sign-in/code-sign-in.screen.tsx')),
  [paths.resetpwd]: lazyScreen(() => import('../features/auth/passwords/reset-password.screen.tsx')),
  [paths.setpwd]: lazyScreen(() => import('../features/auth/passwords/set-password.screen.tsx')),
};

/** Screens for signed-in users. */
export const signedInScreens: Screens = {
  [paths.sessionlist]: lazyScreen(() => import('../features/messages/session-list.screen.tsx')),
  [paths.messagelist]: lazyScreen(() => import('../features/messages/message-list.screen.tsx')),
  [paths.document]: lazyScreen(() => import('../features/documents/document.screen.tsx')),
  [paths.work]: lazyScreen(() => import('../features/work/list/work.screen.tsx')),
  [paths.approval]: lazyScreen(() => import('../features/work/list/approval.screen.tsx')),
  [paths.flowinfo]: lazyScreen(() => import('../features/work/flow/flow-info.screen.tsx')),
  [paths.flowinfo16]: lazyScreen(() => import('../features/work/flow/flow-info.screen.tsx')),
  [paths.taskagree]: lazyScreen(async () => ({ default: (await decisions()).ApproveScreen })),
  [paths.taskrefuse]: lazyScreen(async () => ({ default: (await decisions()).RejectScreen })),
  [paths.flowfinish]: lazyScreen(() => import('../features/work/decide/flow-finish.screen.tsx')),
  [paths.updatepwd]: lazyScreen(() => import('../features/auth/passwords/update-password.screen.tsx')),
  [paths.myinfo]: lazyScreen(() => import('../features/mine/my-info.screen.tsx')),
  [paths.about]: lazyScreen(() => import('../features/mine/about.screen.tsx')),
};

/** Screens at the address of another, named by its `view` query; their titles are `shell.views`. */
export const views: Readonly<Partial<Record<string, Partial<Readonly<Record<ViewName, ComponentType>>>>>> = {
  [paths.pwdlogin]: {
    second: lazyScreen(() => import('../features/auth/second-step/second-step.screen.tsx')),
  },
  [paths.reglogin]: {
    second: lazyScreen(() => import('../features/auth/second-step/second-step.screen.tsx')),
  },
  [paths.sessionlist]: { find },
  [paths.work]: {
    find,
    outbox: lazyScreen(() => import('../features/work/outbox/outbox.screen.tsx')),
    apply: lazyScreen(() => import('../features/apply/apply.screen.tsx')),
    followed: lazyScreen(() => import('../features/work/follow/followed.screen.tsx')),
  },
  [paths.document]: {
    find,
    seal: lazyScreen(() => import('../features/documents/seal/seal.screen.tsx')),
  },
  [paths.myinfo]: {
    find,
    phone: lazyScreen(() => import('../features/auth/contacts/change-phone.screen.tsx')),
    verify: lazyScreen(() => import('../features/auth/contacts/verify-contact.screen.tsx')),
    devices: lazyScreen(() => import('../features/mine/devices.screen.tsx')),
    absence: lazyScreen(() => import('../features/mine/absence/absence.screen.tsx')),
    insight: lazyScreen(() => import('../features/mine/insight/insight.screen.tsx')),
    security: lazyScreen(() => import('../features/mine/security/security.screen.tsx')),
    notifications: lazyScreen(() => import('../features/mine/notifications/notifications.screen.tsx')),
    lock: lazyScreen(() => import('../features/mine/lock/lock-settings.screen.tsx')),
    storage: lazyScreen(() => import('../features/mine/storage.screen.tsx')),
    data: lazyScreen(() => import('../features/mine/own-data.screen.tsx')),
  },
  [paths.about]: {
    diagnostics: lazyScreen(() => import('../features/mine/diagnostics.screen.tsx')),
    licences: lazyScreen(() => import('../features/mine/licences.screen.tsx')),
  },
  [paths.flowinfo]: decisionViews,
  [paths.flowinfo16]: decisionViews,
  [paths.taskagree]: {
    completion: lazyScreen(async () => ({ default: (await decisions()).CompletionScreen })),
    bulk: lazyScreen(async () => ({ default: (await bulkDecisions()).BulkApproveScreen })),
  },
  [paths.taskrefuse]: {
    bulk: lazyScreen(async () => ({ default: (await bulkDecisions()).BulkRejectScreen })),
  },
  [paths.messagelist]: {
    search: lazyScreen(() => import('../features/messages/message-search.screen.tsx')),
  },
};

/** Screens that require a tenant. */
export const tenantPaths: ReadonlySet<string> = new Set([
  paths.work,
  paths.approval,
  paths.flowinfo,
  paths.flowinfo16,
  paths.flowfinish,
  paths.taskagree,
  paths.taskrefuse,
]);

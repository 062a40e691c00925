import { lazyScreen } from './lazy-screen.ts';
import { paths } from './shell/paths.ts';

/** Screens that anybody reaches. */
export const openScreens = {
  [paths.licence]: lazyScreen(() => import('../features/auth/licence.screen.tsx')),
  [paths.privacy]: lazyScreen(() => import('../features/auth/privacy.screen.tsx')),
} as const;

/** Screens of the signed-in. */
export const signedInScreens = {
  [paths.sessionlist]: lazyScreen(() => import('../features/messages/session-list.screen.tsx')),
  [paths.messagelist]: lazyScreen(() => import('../features/messages/message-list.screen.tsx')),
  [paths.document]: lazyScreen(() => import('../features/documents/document.screen.tsx')),
  [paths.work]: lazyScreen(() => import('../features/work/work.screen.tsx')),
  [paths.approval]: lazyScreen(() => import('../features/work/approval.screen.tsx')),
  [paths.flowinfo]: lazyScreen(() => import('../features/work/flow-info.screen.tsx')),
  [paths.flowinfo16]: lazyScreen(() => import('../features/work/flow-info.screen.tsx')),
  [paths.taskagree]: lazyScreen(() => import('../features/work/task-agree.screen.tsx')),
  [paths.taskrefuse]: lazyScreen(() => import('../features/work/task-refuse.screen.tsx')),
  [paths.flowfinish]: lazyScreen(() => import('../features/work/flow-finish.screen.tsx')),
  [paths.myinfo]: lazyScreen(() => import('../features/mine/my-info.screen.tsx')),
  [paths.about]: lazyScreen(() => import('../features/mine/about.screen.tsx')),
} as const;

/** Screens that make no sense without a tenant. */
export const tenantPaths: ReadonlySet<string> = new Set([
  paths.work,
  paths.approval,
  paths.flowinfo,
  paths.flowinfo16,
  paths.flowfinish,
  paths.taskagree,
  paths.taskrefuse,
]);

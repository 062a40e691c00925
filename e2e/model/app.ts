import { vi } from 'vitest';

/** The parts of the app that decide and apply. Each call loads fresh modules, because a restarted app has no memory. */
export async function loadApp() {
  vi.resetModules();
  const [services, outbox, usecases, database, drafts, draftStore, sending, uploads, seen, session, places] =
    await Promise.all([
      import('../../apps/mobile/src/app/services.compose.ts'),
      import('../../apps/mobile/src/platform/outbox/outbox.store.ts'),
      import('../../apps/mobile/src/platform/outbox/outbox.usecases.ts'),
      import('../../apps/mobile/src/platform/database/local-database.compose.ts'),
      import('../../apps/mobile/src/features/apply/drafts/drafts.usecases.ts'),
      import('../../apps/mobile/src/features/apply/drafts.store.ts'),
      import('../../apps/mobile/src/features/apply/submit/sent-application.usecases.ts'),
      import('../../apps/mobile/src/shell/uploads/uploads.store.ts'),
      import('../../apps/mobile/src/platform/outbox/snapshot-digest.util.ts'),
      import('../../apps/mobile/src/platform/session/session.store.ts'),
      import('../../apps/mobile/src/shell/navigation/scroll-restoration.hook.ts'),
    ]);
  return {
    ...services,
    ...outbox,
    ...usecases,
    ...database,
    ...drafts,
    ...draftStore,
    ...sending,
    ...uploads,
    ...seen,
    ...session,
    ...places,
  };
}
export type App = Awaited<ReturnType<typeof loadApp>>;

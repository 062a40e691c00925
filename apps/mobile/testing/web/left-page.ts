import { createPageLifecycle } from '../../src/platform/locks/page-lifecycle.util.ts';

/** A page that can enter the back/forward cache and return from it. */
export function createLeftPage() {
  const page = new EventTarget();
  const life = createPageLifecycle({ page, document: undefined, reload: () => undefined });
  const send = (type: string) => page.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  return { life, leave: () => send('pagehide'), comeBack: () => send('pageshow') };
}

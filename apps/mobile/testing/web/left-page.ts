import { createPageLifecycle } from '../../src/platform/locks/page-lifecycle.util.ts';

/** A page of its own, which can be left for the back/forward cache and come back. */
export function createLeftPage() {
  const page = new EventTarget();
  const life = createPageLifecycle({ page, document: undefined, reload: () => undefined });
  const send = (type: string) => page.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  return { life, leave: () => send('pagehide'), comeBack: () => send('pageshow') };
}

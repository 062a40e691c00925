import { createPageLifecycle } from '../../src/platform/locks/page-lifecycle.util.ts';

/** A page that a test can put into the back/forward cache (`hide`) and take out again (`restore`). */
export function createCachedPage() {
  const page = new EventTarget();
  const life = createPageLifecycle({ page, document: undefined, reload: () => undefined });
  const send = (type: string) => page.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  return { life, hide: () => send('pagehide'), restore: () => send('pageshow') };
}

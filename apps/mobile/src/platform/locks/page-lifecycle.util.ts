/** A suspended page that still runs after this time was not left; it resumes. */
const resumeFallbackMs = 1_000;

/** Sources of the events; `reload` reloads the page. */
export type PageEvents = {
  readonly page: EventTarget | undefined;
  readonly document: (EventTarget & { readonly visibilityState?: DocumentVisibilityState }) | undefined;
  readonly reload: () => void;
};

export type PageLifecycle = {
  /**
   * Runs `work` when the page is left or frozen, before it stops. `isLeft` is false for a frozen tab, which resumes
   * unchanged.
   * @returns a function that ends the subscription.
   */
  onSuspend(work: (isLeft: boolean) => void): () => void;
  /**
   * Runs `work` when a suspended page resumes.
   * @returns a function that ends the subscription.
   */
  onResume(work: () => void): () => void;
  /** Resolves at once in a running page, otherwise when the page resumes. */
  whenActive(): Promise<void>;
  isSuspended(): boolean;
  /** Reloads the page when it returns from the back/forward cache. */
  reloadOnReturn(): void;
};

/**
 * Detects when a page is suspended and resumed. WebKit keeps the workers of a page in its back/forward cache with
 * their locks and file handles, and a frozen worker cannot release them: code that holds something other pages wait
 * for releases it here and opens it again afterwards.
 */
export function createPageLifecycle({ page, document, reload }: PageEvents): PageLifecycle {
  const suspendListeners = new Set<(isLeft: boolean) => void>();
  const resumeListeners = new Set<() => void>();
  let waiters: (() => void)[] = [];
  let isSuspended = false;
  let isLeft = false;
  let isStale = false;
  let fallback: ReturnType<typeof setTimeout> | undefined;

  function suspend(isLeaving: boolean) {
    if (isSuspended && (isLeft || !isLeaving)) return;
    isSuspended = true;
    isLeft = isLeaving;
    clearTimeout(fallback);
    fallback = setTimeout(resume, resumeFallbackMs);
    for (const work of suspendListeners) work(isLeaving);
  }

  function resume() {
    if (!isSuspended) return;
    clearTimeout(fallback);
    // A page that reloads runs no more work.
    if (isStale && isLeft) return reload();
    isSuspended = false;
    isLeft = false;
    for (const work of resumeListeners) work();
    const all = waiters;
    waiters = [];
    for (const resolveWaiter of all) resolveWaiter();
  }

  page?.addEventListener('pagehide', () => suspend(true));
  page?.addEventListener('pageshow', resume);
  document?.addEventListener('freeze', () => suspend(false));
  document?.addEventListener('resume', resume);
  document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resume();
  });

  const subscribe = <T>(set: Set<T>, work: T) => {
    set.add(work);
    return () => void set.delete(work);
  };
  return {
    onSuspend: (work) => subscribe(suspendListeners, work),
    onResume: (work) => subscribe(resumeListeners, work),
    whenActive: () =>
      isSuspended ? new Promise((resolve) => void waiters.push(resolve)) : Promise.resolve(),
    isSuspended: () => isSuspended,
    reloadOnReturn: () => {
      isStale = true;
    },
  };
}

// Missing in workers, whose types have no page either.
const scope = globalThis as {
  readonly window?: EventTarget & { readonly location: { reload(): void } };
  readonly document?: PageEvents['document'];
};

/** The lifecycle of this page. Without a page (a worker, Node) it is never suspended. */
export const pageLifecycle = createPageLifecycle({
  page: scope.window,
  document: scope.document,
  reload: () => scope.window?.location.reload(),
});

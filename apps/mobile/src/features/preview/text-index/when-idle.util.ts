/** The longest wait for an idle moment, in milliseconds. */
const maxWaitMs = 500;

/** Resolves when the page has nothing else to do; Safari cannot tell, and only lets other tasks run first. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve);
  });

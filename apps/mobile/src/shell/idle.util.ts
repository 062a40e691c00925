/** A user who scrolls without pause, or an animation without end, must not delay background work for longer. */
const maxIdleWaitMs = 10_000;
/** More than the longest idle period between two frames: the page neither scrolls nor animates. */
const idlePeriodMs = 20;
/** Pause before the page is looked at again while it is busy, and before each task where there are no idle periods (WebKit). */
const pauseMs = 100;

/** Resolves once the page neither scrolls nor animates, so that work in the background does not make it stutter. */
export const whenIdle = () =>
  new Promise<void>((resolve) => {
    if (!('requestIdleCallback' in globalThis)) {
      setTimeout(resolve, pauseMs);
      return;
    }
    const limit = performance.now() + maxIdleWaitMs;
    const request = () =>
      requestIdleCallback(
        (deadline) => {
          const isIdle = deadline.timeRemaining() > idlePeriodMs;
          if (isIdle || performance.now() >= limit) resolve();
          else setTimeout(request, pauseMs);
        },
        { timeout: Math.max(1, limit - performance.now()) },
      );
    request();
  });

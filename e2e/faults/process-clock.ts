const tickMs = 50;
/** A longer pause between two ticks is a suspension of this process and of everything that it observes. */
const maxTickMs = 1000;

let elapsedMs = 0;
let lastTick = performance.now();

setInterval(() => {
  const now = performance.now();
  elapsedMs += Math.min(now - lastTick, maxTickMs);
  lastTick = now;
}, tickMs).unref();

/**
 * The elapsed time of this process in milliseconds. It stops while the process is suspended, so timeouts hold on a
 * machine that sleeps.
 */
export const processNow = (): number => elapsedMs;

const tickMs = 50;
/** A longer pause between two ticks than this was a standstill of this whole program, with all that it looks at. */
const longestMs = 1000;

let time = 0;
let last = performance.now();

setInterval(() => {
  const now = performance.now();
  time += Math.min(now - last, longestMs);
  last = now;
}, tickMs).unref();

/**
 * Milliseconds of this program's own time: they stand still while it does. Limits that are measured by it hold on a machine that
 * sleeps, or that stops its programs for a while.
 */
export const ownNow = (): number => time;

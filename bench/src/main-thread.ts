import type { Page } from 'playwright';

/** An event of a Chromium trace; times in µs. */
export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
}

/** A mark of the measured page. It tells its main thread from the other threads of the trace. */
const startMark = 'measured-frames';

/**
 * The processor time of the main thread in each frame, in ms: of all tasks from one callback of an animation frame to the
 * next. Unlike the duration of a frame it does not include what other programs of the machine take.
 */
export function frameTimes(events: readonly TraceEvent[]): number[] {
  const start = events.find(({ name }) => name === startMark);
  if (start === undefined) throw new Error('the trace has no measured page');
  const ofThread = events
    .filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts)
    .toSorted((a, b) => a.ts - b.ts);
  const frames: number[] = [];
  let taskEnd = 0;
  for (const { name, ts, dur = 0, tdur = 0 } of ofThread) {
    // A frame begins with its callbacks, which run inside a task: that task belongs to the frame before.
    if (name === 'FireAnimationFrame') frames.push(0);
    else if (name === 'RunTask' && ts >= taskEnd) {
      taskEnd = ts + dur;
      const last = frames.length - 1;
      if (last >= 0) frames[last] = (frames[last] ?? 0) + tdur / 1000;
    }
  }
  // The last frame is incomplete.
  return frames.slice(0, -1);
}

/** Traces the page during `work`. @returns the processor time of its main thread in each frame, in ms. */
export async function traceFrames(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('a persistent context has no browser to trace');
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const completed = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
    },
  });
  await page.evaluate((mark) => performance.mark(mark), startMark);
  await work();
  await session.send('Tracing.end');
  await completed;
  await session.detach();
  return frameTimes(events);
}

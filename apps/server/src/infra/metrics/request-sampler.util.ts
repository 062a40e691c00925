import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** What this process did since the previous sample. */
export interface RequestFigures {
  readonly requests: number;
  /** Requests that were answered by a status from 500. */
  readonly errors: number;
  /** The duration that 95 of 100 requests did not exceed; 0 without requests. */
  readonly p95Ms: number;
  /** The longest delay of the event loop. */
  readonly loopLagMs: number;
}

export interface RequestSampler {
  /** Starts to measure. */
  readonly start: () => void;
  /** The figures since the previous call. */
  readonly take: () => RequestFigures;
  readonly stop: () => void;
}

const loopResolutionMs = 20;
const microsecondsPerMs = 1000;
const nanosecondsPerMs = 1_000_000;
const streamType = 'text/event-stream';

/** Measures the requests of a server and the delay of the event loop. Event streams, which last for hours, do not count. */
export function createRequestSampler(app: FastifyInstance): RequestSampler {
  const durations = createHistogram();
  const loopDelay = monitorEventLoopDelay({ resolution: loopResolutionMs });
  let errors = 0;
  app.addHook('onResponse', (_request, reply, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type !== 'string' || !type.startsWith(streamType)) {
      durations.record(Math.max(1, Math.round(reply.elapsedTime * microsecondsPerMs)));
      if (reply.statusCode >= 500) errors += 1;
    }
    done();
  });
  return {
    start: () => void loopDelay.enable(),
    take: () => {
      const isMeasured = durations.count > 0;
      const figures = {
        requests: durations.count,
        errors,
        p95Ms: isMeasured ? durations.percentile(95) / microsecondsPerMs : 0,
        loopLagMs: Math.max(0, loopDelay.max / nanosecondsPerMs - loopResolutionMs),
      };
      durations.reset();
      loopDelay.reset();
      errors = 0;
      return figures;
    },
    stop: () => void loopDelay.disable(),
  };
}

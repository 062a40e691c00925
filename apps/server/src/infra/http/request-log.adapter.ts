import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Whether calls have their line each. */
export function logsCalls({ level }: FastifyBaseLogger): boolean {
  return level === 'info' || level === 'debug' || level === 'trace';
}

const silent = () => {};

/**
 * The log of one request, which names it in each line. Below `info` a request writes a line only where something is wrong:
 * what such a line needs is made then, not for every request.
 */
export function requestLog(
  this: FastifyInstance,
  log: FastifyBaseLogger,
  ...named: Parameters<FastifyBaseLogger['child']>
): FastifyBaseLogger {
  if (logsCalls(log)) return log.child(...named);
  let made: FastifyBaseLogger | undefined;
  const own = () => (made ??= log.child(...named));
  return {
    level: log.level,
    silent,
    trace: silent,
    debug: silent,
    info: silent,
    warn: (...line: [object, string?]) => own().warn(...line),
    error: (...line: [object, string?]) => own().error(...line),
    fatal: (...line: [object, string?]) => own().fatal(...line),
    child: (...bound: Parameters<FastifyBaseLogger['child']>) => own().child(...bound),
  } as FastifyBaseLogger;
}

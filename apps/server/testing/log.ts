import type { Logger } from 'pino';
import { createLogger } from '../src/infra/log/logger.util.ts';

/** Where a whole test run is looked through for what no log may hold, this takes what it wrote and used. */
interface Capture {
  line(text: string): void;
  /** What was sent or answered. */
  json(value: unknown): void;
  /** Values of a column. */
  fields(name: string, values: readonly string[]): void;
}

export const logCapture = (): Capture | undefined =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('sealflow.log-capture')] as Capture | undefined;

/** The service's own log, in a test's hands; where the run is captured it says all that it can. */
export function createTestLog(
  level: string | undefined,
  write: (line: string) => void = () => undefined,
): Logger {
  const capture = logCapture();
  return createLogger(level ?? (capture ? 'trace' : 'info'), {
    write: (line: string) => {
      capture?.line(line);
      write(line);
    },
  });
}

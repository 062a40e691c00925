import type { Logger } from 'pino';
import { createLogger } from '../src/infra/log/logger.util.ts';

/** Collects log lines and test data when a run checks its logs for personal data and secrets. */
interface Capture {
  line(text: string): void;
  /** Body of a request or a response. */
  json(value: unknown): void;
  /** Whether the values of a column are captured. */
  hasKind(name: string): boolean;
  /** Values of a column. */
  fields(name: string, values: readonly string[]): void;
}

export const logCapture = (): Capture | undefined =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('sealflow.log-capture')] as Capture | undefined;

/** Creates the service's logger for tests. The level is `trace` if the run captures logs. */
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

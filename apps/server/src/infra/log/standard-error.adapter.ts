import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Standard error, or what stands for it. */
const standardError = 2;

/**
 * Writes lines to standard error, one after the other. What cannot be written, since the disk below is full or nobody reads on,
 * is left out, and how many lines that were is said once there is room: the service goes on without its log. The
 * library's own destination ends the process then, or waits for ever.
 */
export function toStandardError(write: typeof writeSync = writeSync): DestinationStream {
  let dropped = 0;
  let isTorn = false;
  const put = (text: string): boolean => {
    const line = Buffer.from(isTorn ? `\n${text}` : text);
    try {
      for (let done = 0; done < line.length; ) {
        const written = write(standardError, line, done);
        if (written === 0) return false;
        done += written;
        // Whatever follows begins on a line of its own.
        isTorn = done < line.length;
      }
      return true;
    } catch {
      return false;
    }
  };
  return {
    write(line) {
      if (
        dropped > 0 &&
        put(`${JSON.stringify({ level: 40, dropped, msg: 'lines of the log were lost' })}\n`)
      )
        dropped = 0;
      if (dropped > 0 || !put(line)) dropped += 1;
    },
  };
}

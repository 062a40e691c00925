import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** File descriptor of standard error. */
const standardErrorFd = 2;

/**
 * Creates a destination that writes lines to standard error synchronously. Lines that cannot be written, because the disk is
 * full or the reader is gone, are dropped, and their number is logged once writing works again: the service runs on without
 * its log. The destination of pino would end the process or block for ever.
 */
export function createStandardErrorStream(write: typeof writeSync = writeSync): DestinationStream {
  let dropped = 0;
  let isMidLine = false;
  const writeLine = (text: string): boolean => {
    const line = Buffer.from(isMidLine ? `\n${text}` : text);
    try {
      for (let writtenBytes = 0; writtenBytes < line.length; ) {
        const written = write(standardErrorFd, line, writtenBytes);
        if (written === 0) return false;
        writtenBytes += written;
        // After a partial write the next text must begin on a new line.
        isMidLine = writtenBytes < line.length;
      }
      return true;
    } catch {
      return false;
    }
  };
  return {
    write(line) {
      if (dropped > 0 && writeLine(`${JSON.stringify({ level: 40, dropped, msg: 'log lines dropped' })}\n`))
        dropped = 0;
      if (dropped > 0 || !writeLine(line)) dropped += 1;
    },
  };
}

import { connect } from 'node:net';

/** Milliseconds after which nothing more is said to a service that waits for the rest of half a request. */
const GRACE = 150;

/**
 * Sends bytes as they are and reads until the other side ends. A whole request keeps its side of the line open, as
 * clients do; half a request breaks off once no answer has come to it.
 */
export function sendBytes(url: string, bytes: Buffer, isWhole: boolean): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const breakOff = isWhole ? undefined : setTimeout(() => socket.destroy(), GRACE);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // What was said before the line broke counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(breakOff);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
  });
}

import { connect } from 'node:net';

/** Milliseconds after which the client closes the connection of an incomplete request without a response. */
const graceMs = 150;

/**
 * Sends bytes unchanged and reads until the other side ends. A complete request keeps its side open, as clients do.
 * An incomplete request closes the connection after a time without a response.
 */
export function sendBytes(url: string, bytes: Buffer, isWhole: boolean): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const closeTimer = isWhole ? undefined : setTimeout(() => socket.destroy(), graceMs);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Data that arrived before the connection broke counts.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(closeTimer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
  });
}

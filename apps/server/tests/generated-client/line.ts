import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { MadeRequest } from './made-requests.ts';
import type { GivenAnswer } from './openapi-document.ts';

class StaleConnection extends Error {}

/** Sends requests over persistent connections. */
export interface Line {
  send(made: MadeRequest): Promise<GivenAnswer>;
  close(): void;
}

export function openLine(url: string): Line {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send = ({ method, target, headers, body }: MadeRequest): Promise<GivenAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          hostname,
          port,
          method,
          path: target,
          headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
          setHost: headers['host'] === undefined,
        },
        (response) => {
          const type = response.headers['content-type'] ?? '';
          const status = response.statusCode ?? 0;
          if (type.startsWith('text/event-stream')) {
            // The event stream never ends on the server side.
            response.destroy();
            return resolve({ status, type, body: '' });
          }
          const encoding = response.headers['content-encoding'];
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => resolve({ status, type, body: opened(Buffer.concat(chunks), encoding) }));
        },
      );
      sent.on('error', (error) => reject(sent.reusedSocket ? new StaleConnection(error.message) : error));
      sent.end(body);
    });
  // If the service closed the idle connection before, the request is sent again, finally on a new connection.
  const sendOn = (made: MadeRequest): Promise<GivenAnswer> =>
    send(made).catch((error: unknown) => {
      if (error instanceof StaleConnection) return sendOn(made);
      return { status: 0, type: '', body: String(error) };
    });
  return {
    send: sendOn,
    close: () => agent.destroy(),
  };
}

/** Sends raw bytes and reads until the other side closes the connection or stays silent. */
export function sendRaw(url: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
}

function opened(bytes: Buffer, encoding: string | undefined): string {
  if (bytes.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorAnswer } from './failure.adapter.ts';
import type { ProtectiveHeaders } from './security.adapter.ts';

/**
 * Rejects requests with several `Host` headers (RFC 9112, section 3.2) before anything else reads them: Node uses the first,
 * while a proxy in front may have used another one.
 */
export function rejectSeveralHosts(server: Server, protective: ProtectiveHeaders): void {
  const listeners = server.listeners('request') as ((...asked: [IncomingMessage, ServerResponse]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (countHosts(request.rawHeaders) <= 1) {
      for (const listen of listeners) listen(request, response);
      return;
    }
    const { status, headers, body } = errorAnswer({
      code: 'app.invalid_request',
      params: { path: 'headers.host' },
    });
    response.writeHead(status, { ...protective, ...headers, connection: 'close' }).end(body);
  });
}

/** Counts `Host` headers; Node's raw headers alternate names and values. */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;

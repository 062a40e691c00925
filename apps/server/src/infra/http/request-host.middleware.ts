import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorResponse } from './error-handler.middleware.ts';
import type { SecurityHeaders } from './security-headers.middleware.ts';

/**
 * Rejects requests with several `Host` headers (RFC 9112, section 3.2) before anything else reads them: Node uses the first,
 * while a proxy in front may have used another one.
 */
export function rejectMultipleHosts(server: Server, securityHeaders: SecurityHeaders): void {
  const listeners = server.listeners('request') as ((...args: [IncomingMessage, ServerResponse]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (countHosts(request.rawHeaders) <= 1) {
      for (const listen of listeners) listen(request, response);
      return;
    }
    const { status, headers, body } = errorResponse({
      code: 'app.invalid_request',
      params: { path: 'headers.host' },
    });
    response.writeHead(status, { ...securityHeaders, ...headers, connection: 'close' }).end(body);
  });
}

/** Counts `Host` headers; Node's raw headers alternate names and values. */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;

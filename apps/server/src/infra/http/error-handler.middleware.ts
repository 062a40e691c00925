import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorParams, errorCatalogue } from '@sealflow/domain/errors';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isDatabaseUnavailable, isUnstorableText } from '../database/database.errors.ts';
import { ServiceError } from '../errors/service.errors.ts';
import { isStoreUnavailable } from '../objects/objects.errors.ts';
import { badRequest, validationFailure } from './bad-request.errors.ts';
import type { SecurityHeaders } from './security-headers.middleware.ts';

/** Registers the error handler, which turns every thrown value into `{ code, message, params }`. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const serviceError = toServiceError(error);
    // Database failures are logged elsewhere; a full disk is not.
    if (isStoreUnavailable(error)) request.log.warn({ err: error }, 'object store unavailable');
    if (serviceError) return replyError(reply, serviceError);
    const id = randomUUID();
    request.log.error({ err: error, faultID: id }, 'fault');
    return replyError(reply, { code: 'app.unknown_error', params: { id } });
  });
}

/** Answers an unknown path. */
export function replyNotFound(reply: FastifyReply): FastifyReply {
  return replyError(reply, { code: 'app.call_not_found', params: {} });
}

/** Answers a path that the router cannot parse. No hook runs for it, so the security headers are set here. */
export function replyUnreadablePath(reply: FastifyReply, headers: SecurityHeaders): FastifyReply {
  return replyError(reply.headers(headers), badRequest('path'));
}

/** Answers what is not HTTP or has a head beyond Node's limit, and closes the connection. */
export function handleClientError(
  { code }: Error & { code?: string },
  socket: Socket,
  securityHeaders: SecurityHeaders,
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const { headers, body } = errorResponse(
    isTooLong
      ? { code: 'app.payload_too_large', params: {} }
      : { code: 'app.invalid_request', params: { path: 'request' } },
  );
  const lines = Object.entries({ ...securityHeaders, ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}

/** An error response for code that answers before Fastify. */
export function errorResponse(details: ErrorDetails) {
  const body = JSON.stringify(bodyOf(details));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
  return { status: errorCatalogue[details.code].status, headers, body };
}

interface ErrorDetails {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

function bodyOf({ code, params }: ErrorDetails) {
  return { code, message: errorCatalogue[code].messages[0], params };
}

function replyError(reply: FastifyReply, details: ErrorDetails): FastifyReply {
  const { status } = errorCatalogue[details.code];
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  // The rate limit by address has set the header already.
  if (details.code === 'app.too_many_requests' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', 60);
  if (details.code === 'work.comments_too_frequent') reply.header('retry-after', details.params['seconds']);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(details));
}

function toServiceError(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (isUnstorableText(error)) return badRequest('text');
  if (isDatabaseUnavailable(error) || isStoreUnavailable(error))
    return new ServiceError('app.unavailable', {}, error);
  if (!isFastifyError(error)) return undefined;
  if (error.validation) {
    return validationFailure(error.validationContext ?? 'body', error.validation);
  }
  if (error.statusCode === 413) return new ServiceError('app.payload_too_large', {}, error);
  if (error.statusCode === 429) return new ServiceError('app.too_many_requests', {}, error);
  // Rejected by Fastify itself: a body that is not JSON, an unsupported content type, a malformed escape in the path.
  return error.statusCode !== undefined && error.statusCode < 500 ? badRequest('body') : undefined;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('statusCode' in error || 'validation' in error);
}

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

/** Counts `Host` headers; Node's raw headers alternate names and values. It runs for each request, also for cached answers. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

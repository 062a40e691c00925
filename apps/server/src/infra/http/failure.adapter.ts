import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ErrorCode, type ErrorParams, errorCatalogue } from '@sealflow/domain/errors';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isDatabaseGone, isUnstorableText } from '../database/database.errors.ts';
import { ServiceError } from '../errors/service.errors.ts';
import { isStoreGone } from '../objects/objects.errors.ts';
import { badRequest, validationFailure } from './bad-request.errors.ts';
import type { ProtectiveHeaders } from './security.adapter.ts';

/** Registers the error handler, which turns every thrown value into `{ code, message, params }`. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known = asServiceError(error);
    // Database failures are logged elsewhere; a full disk is not.
    if (isStoreGone(error)) request.log.warn({ err: error }, 'object store unavailable');
    if (isLate(error))
      request.log.warn({ route: request.routeOptions.url }, 'call timed out');
    if (known) return fail(reply, known);
    const id = randomUUID();
    request.log.error({ err: error, faultID: id }, 'fault');
    return fail(reply, { code: 'app.unknown_error', params: { id } });
  });
}

/** Answers an unknown path. */
export function notFound(reply: FastifyReply): FastifyReply {
  return fail(reply, { code: 'app.call_not_found', params: {} });
}

/** Answers a path that the router cannot parse. No hook runs for it, so the security headers are set here. */
export function unreadablePath(reply: FastifyReply, headers: ProtectiveHeaders): FastifyReply {
  return fail(reply.headers(headers), badRequest('path'));
}

/** Answers what is not HTTP or has a head beyond Node's limit, and closes the connection. */
export function answerUnreadable(
  { code }: Error & { code?: string },
  socket: Socket,
  protective: ProtectiveHeaders,
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const { headers, body } = errorAnswer(
    isTooLong
      ? { code: 'app.payload_too_large', params: {} }
      : { code: 'app.invalid_request', params: { path: 'request' } },
  );
  const lines = Object.entries({ ...protective, ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}

/** An error response for code that answers before Fastify. */
export function errorAnswer(failure: Failure) {
  const body = JSON.stringify(bodyOf(failure));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  };
  return { status: errorCatalogue[failure.code].status, headers, body };
}

interface Failure {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}

function bodyOf({ code, params }: Failure) {
  return { code, message: errorCatalogue[code].messages[0], params };
}

function fail(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status } = errorCatalogue[failure.code];
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  // The rate limit by address has set the header already.
  if (failure.code === 'app.too_many_requests' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', 60);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(failure));
}

function asServiceError(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (isUnstorableText(error)) return badRequest('text');
  if (isDatabaseGone(error) || isStoreGone(error)) return new ServiceError('app.unavailable', {}, error);
  if (!isFastifyError(error)) return undefined;
  if (error.validation) {
    return validationFailure(error.validationContext ?? 'body', error.validation);
  }
  if (isLate(error)) return new ServiceError('app.unavailable', {}, error);
  if (error.statusCode === 413) return new ServiceError('app.payload_too_large', {}, error);
  if (error.statusCode === 429) return new ServiceError('app.too_many_requests', {}, error);
  // Rejected by Fastify itself: a body that is not JSON, an unsupported content type, a malformed escape in the path.
  return error.statusCode !== undefined && error.statusCode < 500 ? badRequest('body') : undefined;
}

const isLate = (error: unknown): boolean => isFastifyError(error) && error.code === 'FST_ERR_HANDLER_TIMEOUT';

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('statusCode' in error || 'validation' in error);
}

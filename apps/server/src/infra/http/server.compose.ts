import type { Server } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { CallId } from '@sealflow/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { type Clock, offsetOf } from '../clock/clock.port.ts';
import type { Authenticator } from './access.port.ts';
import { discardUnreadBodies, enforceBodyTimeout, supplyEmptyBodies } from './body-timeout.middleware.ts';
import { rejectWhileClosing } from './drain.middleware.ts';
import {
  handleClientError,
  registerErrorHandler,
  rejectMultipleHosts,
  replyUnreadablePath,
} from './error-handler.middleware.ts';
import type { Forward } from './forward.port.ts';
import { serveOpenApi } from './openapi.routes.ts';
import { createRequestLog, shouldLogCalls } from './request-log.util.ts';
import type { ResponseCache } from './response-cache.port.ts';
import { createResponseTimeout } from './response-timeout.middleware.ts';
import { serializerCompiler, validatorCompiler } from './schema-compilers.util.ts';
import { createAnswerHeaders, registerSecurityHeaders } from './security-headers.middleware.ts';
import { createThrottle } from './throttle.middleware.ts';

export interface HttpOptions {
  authenticator: Authenticator;
  /** Missing: no request is forwarded. */
  forward?: Forward;
  /** Awaited before a call that may have changed data is answered, so that this node has seen the change by then. */
  catchUp?: () => Promise<void>;
  /** Missing: every call runs its handler. */
  responseCache?: ResponseCache;
  log: FastifyBaseLogger;
  /** Source of the `Date` header; the clock of this machine by default. */
  clock?: Clock;
  version: string;
  corsOrigins: readonly string[];
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted; undefined: none. */
  trustProxy: string | undefined;
  /** Maximum number of calls of one account in a minute that may change data; 0 or missing: unlimited. */
  callLimit?: number;
  /** The same for calls that only read. Calls answered from the response cache do not count. */
  readLimit?: number;
  /** Time limit for receiving the head of a request; a minute by default. */
  headTimeoutMs?: number;
  /** Time limit for receiving a body that is not an upload; a minute by default. */
  bodyTimeoutMs?: number;
  /** Time limit for a call that answers JSON; 50 seconds by default. */
  responseTimeoutMs?: number;
  /** Validates every answer by its full schema. For tests: it costs as much as the answer itself. */
  checkAnswers?: boolean;
}

const maxBodyBytes = 1024 * 1024;
const minuteMs = 60_000;
/**
 * Each wait within a call has its own timeout (connection, statement, object store), but a call may add several of them up.
 * The limit lies below the timeouts of proxies and phones, so that the client still receives an error of the contract.
 */
const defaultResponseTimeoutMs = 50_000;

/** Creates the HTTP server with everything that all calls share. The caller adds the routes. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const headers = await createAnswerHeaders();
  const app = Fastify({
    loggerInstance: options.log,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: maxBodyBytes,
    // An upload may take hours, but a stalled one must end: it occupies a concurrency slot and disk space.
    requestTimeout: 0,
    connectionTimeout: 2 * minuteMs,
    // Most calls have no body: Node omits the events of its stream.
    http: { ...headTimeoutOptions(options.headTimeoutMs ?? minuteMs), optimizeEmptyRequests: true },
    forceCloseConnections: 'idle',
    // `rejectWhileClosing` answers instead: Fastify's own answer is not part of the contract.
    return503OnClosing: false,
    // The schema of the call limits the length of ids. A long parameter is harmless here: no route uses a regular expression.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) =>
      void replyUnreadablePath(reply as unknown as FastifyReply, headers),
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
    genReqId: () => crypto.randomUUID(),
    childLoggerFactory: createRequestLog,
    // `logRequests` replaces it: paths and queries contain what people search for and must not be logged.
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  app.decorate('guard', {
    authenticator: options.authenticator,
    forward: options.forward ?? (async () => false),
    catchUp: options.catchUp ?? (async () => {}),
    responseCache: options.responseCache,
    throttle: createThrottle(options.callLimit ?? 0),
    throttleReads: createThrottle(options.readLimit ?? 0),
    startTimeout: createResponseTimeout(app, options.responseTimeoutMs ?? defaultResponseTimeoutMs),
    checkAnswers: options.checkAnswers ?? false,
    servedCalls: new Set<CallId>(),
  });
  // With call logging every call must run through Fastify, which writes the log line.
  if (!shouldLogCalls(app.log)) options.responseCache?.interceptRequests(app.server);
  rejectMultipleHosts(app.server, headers);
  if (options.clock) correctDateHeader(app.server, options.clock);
  app.decorateRequest('caller', null);
  app.decorateRequest('cacheableSince', undefined);
  app.decorateRequest('answerTags', undefined);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler as Parameters<FastifyInstance['setSerializerCompiler']>[0]);
  registerErrorHandler(app);
  acceptEmptyJsonBody(app);
  supplyEmptyBodies(app);
  enforceBodyTimeout(app, options.bodyTimeoutMs ?? minuteMs);
  discardUnreadBodies(app, options.bodyTimeoutMs ?? minuteMs);
  logRequests(app);
  await registerSecurityHeaders(app, { allowedOrigins: options.corsOrigins, headers });
  rejectWhileClosing(app);
  await app.register(compress, {
    threshold: 2048,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes:
      /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json|wasm)|image\/svg)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await serveOpenApi(app, options.version);
  return app;
}

/** Node ends a slow head at the first check after `headersTimeout`: the limit and one check interval add up to `timeoutMs`. */
const headTimeoutOptions = (timeoutMs: number) => {
  const connectionsCheckingInterval = timeoutMs / 12;
  return { headersTimeout: timeoutMs - connectionsCheckingInterval, connectionsCheckingInterval };
};

/** Clients send the JSON content type with every call, even without a body. */
function acceptEmptyJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, body as string, done);
  });
}

function logRequests(app: FastifyInstance): void {
  if (!shouldLogCalls(app.log)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route } = request.routeOptions;
    request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call');
    done();
  });
}

/** HTTP dates have whole seconds: below this offset the date of Node's server is right. */
const minOffsetMs = 1000;

/**
 * Sets the `Date` header by the clock of the service. Devices create proofs and expire leases by this date, so it must be the
 * same on every node.
 */
function correctDateHeader(server: Server, clock: Clock): void {
  server.prependListener('request', (_request, response) => {
    if (Math.abs(offsetOf(clock)) >= minOffsetMs) response.setHeader('date', new Date(clock()).toUTCString());
  });
}

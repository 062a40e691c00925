import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { CallId } from '@sealflow/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import type { Clock } from '../clock/clock.port.ts';
import type { Gate } from './access.port.ts';
import { discardRests, endSlowBodies } from './body-deadline.adapter.ts';
import { dateAnswers } from './date.adapter.ts';
import { refuseOnceClosing } from './drain.adapter.ts';
import { answerFailures, answerUnreadable, unreadablePath } from './failure.adapter.ts';
import type { Forward } from './forward.port.ts';
import type { KeptAnswers } from './kept-answers.adapter.ts';
import { printOpenApi } from './openapi.adapter.ts';
import { keepPace } from './pace.adapter.ts';
import { rejectSeveralHosts } from './request-host.adapter.ts';
import { logsCalls, requestLog } from './request-log.adapter.ts';
import { guardBrowsers, protectiveHeaders } from './security.adapter.ts';
import { serializerCompiler } from './serialize.adapter.ts';
import { validatorCompiler } from './validate.adapter.ts';

export interface HttpOptions {
  gate: Gate;
  /** Missing: no request is forwarded. */
  forward?: Forward;
  /** Awaited before a call that may have changed data is answered, so that this node has seen the change by then. */
  settle?: () => Promise<void>;
  /** Missing: every call runs its handler. */
  kept?: KeptAnswers;
  log: FastifyBaseLogger;
  /** Source of the `Date` header; the clock of this machine by default. */
  clock?: Clock;
  version: string;
  corsOrigins: readonly string[];
  /** Further origins that the app's page may call, such as the deployment's speech service. */
  calledOrigins?: readonly string[];
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted; undefined: none. */
  trustProxy: string | undefined;
  /** Maximum number of calls of one account in a minute that may change data; 0 or missing: unlimited. */
  callLimit?: number;
  /** The same for calls that only read. Calls answered from the response cache do not count. */
  readLimit?: number;
  /** Time limit for receiving the head of a request; a minute by default. */
  headPatienceMs?: number;
  /** Time limit for receiving a body that is not an upload; a minute by default. */
  bodyPatienceMs?: number;
  /** Time limit for a call that answers JSON; 50 seconds by default. */
  answerPatienceMs?: number;
  /** Validates every answer by its full schema. For tests: it costs as much as the answer itself. */
  checkAnswers?: boolean;
}

const mebibyte = 1024 * 1024;
const minute = 60_000;
/**
 * Each wait within a call has its own timeout (connection, statement, object store), but a call may add several of them up.
 * The limit lies below the timeouts of proxies and phones, so that the client still receives an error of the contract.
 */
const answerPatience = 50_000;

/** Creates the HTTP server with everything that all calls share. The caller adds the routes. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const headers = await protectiveHeaders(options.calledOrigins ?? []);
  const app = Fastify({
    loggerInstance: options.log,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: mebibyte,
    // An upload may take hours, but a stalled one must end: it occupies a concurrency slot and disk space.
    requestTimeout: 0,
    connectionTimeout: 2 * minute,
    http: headDeadline(options.headPatienceMs ?? minute),
    forceCloseConnections: 'idle',
    // `rejectWhileClosing` answers instead: Fastify's own answer is not part of the contract.
    return503OnClosing: false,
    // The schema of the call limits the length of ids. A long parameter is harmless here: no route uses a regular expression.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) =>
      void unreadablePath(reply as unknown as FastifyReply, headers),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    genReqId: () => crypto.randomUUID(),
    childLoggerFactory: requestLog,
    // `logRequests` replaces it: paths and queries contain what people search for and must not be logged.
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance;
  app.decorate('guard', {
    gate: options.gate,
    forward: options.forward ?? (async () => false),
    settle: options.settle ?? (async () => {}),
    kept: options.kept,
    pace: keepPace(options.callLimit ?? 0),
    readPace: keepPace(options.readLimit ?? 0),
    answerPatienceMs: options.answerPatienceMs ?? answerPatience,
    checkAnswers: options.checkAnswers ?? false,
    served: new Set<CallId>(),
  });
  // With call logging every call must run through Fastify, which writes the log line.
  if (!logsCalls(app.log)) options.kept?.answerFirst(app.server);
  rejectSeveralHosts(app.server, headers);
  if (options.clock) dateAnswers(app.server, options.clock);
  app.decorateRequest('caller', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler as Parameters<FastifyInstance['setSerializerCompiler']>[0]);
  answerFailures(app);
  takeEmptyJson(app);
  endSlowBodies(app, options.bodyPatienceMs ?? minute);
  discardRests(app, options.bodyPatienceMs ?? minute);
  logRequests(app);
  await guardBrowsers(app, { callers: options.corsOrigins, headers });
  refuseOnceClosing(app);
  await app.register(compress, {
    threshold: 2048,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes:
      /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json|wasm)|image\/svg)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await printOpenApi(app, options.version);
  return app;
}

/** Node ends a slow head at the first check after `headersTimeout`: the limit and one check interval add up to `timeoutMs`. */
const headDeadline = (patienceMs: number) => {
  const connectionsCheckingInterval = patienceMs / 12;
  return { headersTimeout: patienceMs - connectionsCheckingInterval, connectionsCheckingInterval };
};

/** Clients send the JSON content type with every call, even without a body. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, body as string, done);
  });
}

function logRequests(app: FastifyInstance): void {
  if (!logsCalls(app.log)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route } = request.routeOptions;
    request.log.info({ method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call');
    done();
  });
}

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
  /** Nothing is passed on where it is missing. */
  forward?: Forward;
  /** Waited for before a call that may have changed something is answered: this node knows of it by then. */
  settle?: () => Promise<void>;
  /** Every call goes its whole way where it is missing. */
  kept?: KeptAnswers;
  log: FastifyBaseLogger;
  /** What answers are dated by; this machine's where it is missing. */
  clock?: Clock;
  version: string;
  corsOrigins: readonly string[];
  /** Origins that the app's page calls beside this one: the deployment's speech service. */
  calledOrigins?: readonly string[];
  /** Addresses of proxies whose `X-Forwarded-*` count; undefined: none. */
  trustProxy: string | undefined;
  /** Calls of one account a minute that may change something; 0 or missing: any number. */
  callLimit?: number;
  /** The same of calls that only read, those left out that are answered by what is kept. */
  readLimit?: number;
  /** Until the head of a request has to be there whole; a minute where it is missing. */
  headPatienceMs?: number;
  /** Until a body that is no file has to be there whole; a minute where it is missing. */
  bodyPatienceMs?: number;
  /** Until a call that answers JSON is answered; less than a minute where it is missing. */
  answerPatienceMs?: number;
  /** Also checks every answer by its full schema; for tests, it costs as much as the answer itself. */
  checkAnswers?: boolean;
}

const mebibyte = 1024 * 1024;
const minute = 60_000;
/**
 * Each wait below a call has its own end (for a connection, a statement, the store), but a call has several of them one after
 * the other. Who asked is told before a proxy or a phone gives up by itself.
 */
const answerPatience = 50_000;

/** The HTTP server with all that every call shares, before any call is served. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const headers = await protectiveHeaders(options.calledOrigins ?? []);
  const app = Fastify({
    loggerInstance: options.log,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: mebibyte,
    // An upload may take hours, but not stand still: it would keep its place and its half file for ever.
    requestTimeout: 0,
    connectionTimeout: 2 * minute,
    http: headDeadline(options.headPatienceMs ?? minute),
    forceCloseConnections: 'idle',
    // Said by ourselves, see `refuseOnceClosing`: Fastify's own answer is none of the contract's.
    return503OnClosing: false,
    // What is longer than an id is refused by the call's own schema; no route is matched by an expression.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: (_error, _request, reply) =>
      void unreadablePath(reply as unknown as FastifyReply, headers),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, headers),
    genReqId: () => crypto.randomUUID(),
    childLoggerFactory: requestLog,
    // Our own line leaves out paths and queries: they carry what people search for.
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
  // Where each call has its line in the log, each goes its whole way.
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

/** Node ends a slow head at the first of its looks after the limit: limit and look together are within the patience. */
const headDeadline = (patienceMs: number) => {
  const connectionsCheckingInterval = patienceMs / 12;
  return { headersTimeout: patienceMs - connectionsCheckingInterval, connectionsCheckingInterval };
};

/** Clients send the JSON content type with every call, also where the call has no body. */
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

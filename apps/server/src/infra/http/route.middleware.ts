import type { CallId, Calls } from '@sealflow/contract';
import { type Access, type Call, calls, specifiedCalls } from '@sealflow/contract/schemas';
import type { ErrorCode } from '@sealflow/domain/errors';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import type { z } from 'zod';
import { ServiceError } from '../errors/service.errors.ts';
import type { AccountSession, Actor, Authenticator, Caller, FileBearer, Operator } from './access.port.ts';
import { badRequest } from './bad-request.errors.ts';
import { errorsOf, schemaOf } from './call-schema.rules.ts';
import { tagOfFields } from './entity-tag.util.ts';
import type { Forward, ForwardedCaller } from './forward.port.ts';
import type { Admission, ResponseCache } from './response-cache.port.ts';
import type { Throttle } from './throttle.middleware.ts';

declare module 'fastify' {
  interface FastifyInstance {
    guard: {
      readonly authenticator: Authenticator;
      readonly forward: Forward;
      readonly catchUp: () => Promise<void>;
      readonly responseCache: ResponseCache | undefined;
      readonly throttle: Throttle;
      readonly throttleReads: Throttle;
      readonly startTimeout: (reply: FastifyReply) => void;
      readonly checkAnswers: boolean;
      readonly servedCalls: Set<CallId>;
    };
  }
  interface FastifyContextConfig {
    /** The form field that contains the uploaded file. */
    upload?: 'file1';
    /** The answer has an entity tag. */
    entityTag?: boolean;
  }
  interface FastifyRequest {
    caller: unknown;
    /** For a call whose answer may be cached: the moment before its caller was authenticated. */
    cacheableSince: number | undefined;
    /** The tags of this answer, which only its handler knows; `none` if it must not be cached. */
    answerTags: readonly string[] | 'none' | undefined;
  }
}

type Parsed<C, K extends string> = C extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;
type CallResult<C extends Call> = C extends { readonly streamed: true }
  ? FastifyReply
  : C['answer'] extends z.ZodType
    ? z.input<C['answer']>
    : C['answer'] extends 'none'
      ? undefined
      : FastifyReply;

/** The validated request of the call `N` and its caller, as the handler receives them. */
export type CallContext<N extends CallId> = {
  readonly params: Parsed<Calls[N], 'params'>;
  readonly query: Parsed<Calls[N], 'query'>;
  readonly headers: Parsed<Calls[N], 'headers'>;
  readonly body: Parsed<Calls[N], 'body'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
} & Caller<Calls[N]['access']>;

export type Handler<N extends CallId> = (context: CallContext<N>) => Promise<CallResult<Calls[N]>>;

/** Options of a route that are not part of the call's declaration. */
export interface RouteOptions<N extends CallId> {
  readonly config?: FastifyContextConfig;
  /**
   * For a call of a tenant's member whose answer may be cached: the tags that invalidate it, in addition to those of the
   * caller's admission and to those that the handler sets (`request.answerTags`). Undefined: this answer is not cached.
   */
  readonly cacheTags?: (context: CallContext<N>) => readonly string[] | undefined;
}

/**
 * Serves one declared call. The declaration determines how access, request and answer are validated. A query or body that
 * the call does not declare is rejected, or ignored for the calls of the specification. The handler returns the JSON,
 * `undefined` for a call without content, or sends a stream through `reply` and returns `reply`.
 */
export function route<N extends CallId>(
  app: FastifyInstance,
  name: N,
  handler: Handler<N>,
  { config = {}, cacheTags }: RouteOptions<N> = {},
): void {
  const call: Call = calls[name];
  const [method, path] = name.split(' ') as [HTTPMethods, string];
  const codes = errorsOf(call, method);
  const isTimeLimited = !call.upload && !hasNoTimeLimit(call);
  app.guard.servedCalls.add(name);
  const runHandler = async (context: CallContext<N>) => {
    try {
      const answer = await handler(context);
      if (app.guard.checkAnswers && typeof call.answer !== 'string' && !call.streamed)
        call.answer.parse(answer);
      return answer;
    } catch (error) {
      if (app.guard.checkAnswers) assertDeclaredError(name, codes, error);
      throw error;
    } finally {
      if (method !== 'GET') await app.guard.catchUp();
    }
  };
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: method === 'GET' && call.answer === 'bytes',
    config: {
      ...config,
      ...(call.upload ? { upload: call.upload } : {}),
      ...(call.entityTag ? { entityTag: true } : {}),
    },
    // Bytes are sent uncompressed: a range of a compressed body would be a different range.
    ...(call.answer === 'bytes' ? { compress: false } : {}),
    schema: schemaOf(name, call, codes),
    // Runs before the body is read, so that an unauthorised body is never received.
    onRequest: async (request, reply) => {
      // After the timeout the client receives `app.unavailable`. The handler still runs on, as it does when its answer is lost.
      if (isTimeLimited) app.guard.startTimeout(reply);
      if (cacheTags) request.cacheableSince = app.guard.responseCache?.begin();
      const caller = await authenticateCaller(app.guard.authenticator, call.access, request);
      request.caller = caller;
      enforceRate(
        method === 'GET' ? app.guard.throttleReads : app.guard.throttle,
        caller as Partial<ThrottledCaller>,
      );
      const target = forwardingTarget(call, caller);
      if (target && (await app.guard.forward(target, request, reply))) return reply;
      return undefined;
    },
    // Clients omit a body in which all fields are optional.
    ...(call.body?.safeParse({}).success === true ? { preValidation: defaultEmptyBody } : {}),
    handler: async (request, reply) => {
      if (!specifiedCalls.has(name)) rejectUndeclared(call, request);
      const { params, query, headers, body } = request;
      if (requiresStepUp(call, body)) await app.guard.authenticator.assertSteppedUp(bearerOf(request));
      const context = { params, query, headers, body, request, reply, ...(request.caller as object) };
      // Answers contain personal data by default. A handler may override the header.
      reply.header('cache-control', 'no-store');
      const { responseCache } = app.guard;
      const tags = responseCache && cacheTags?.(context as unknown as CallContext<N>);
      if (tags) {
        const { cacheableSince: since } = request;
        const answer = () => runHandler(context as unknown as CallContext<N>);
        const caller = request.caller as Admission;
        const tagsOf = () => {
          const { answerTags = [] } = request;
          return answerTags === 'none' ? undefined : [...tags, ...answerTags];
        };
        const body = await responseCache.respondAndCache({ request, reply, caller, since, answer, tagsOf });
        return reply.sent ? undefined : body;
      }
      const answer = await runHandler(context as unknown as CallContext<N>);
      // The timeout has answered. Fastify would log a second answer with its path, which may contain what people search for.
      if (reply.sent) return undefined;
      if (call.entityTag)
        reply.header('etag', tagOfFields(call.entityTag, (answer as unknown as { data: object }).data));
      return call.answer === 'none' ? reply.code(204).send() : answer;
    },
  });
}

/** Whether the answer has no time limit: files are as slow as the network, and event streams do not end. */
const hasNoTimeLimit = ({ answer, streamed }: Call): boolean =>
  streamed === true || answer === 'bytes' || answer === 'lines' || answer === 'events';

const requiresStepUp = ({ stepUp }: Call, body: unknown): boolean =>
  typeof stepUp === 'function' ? stepUp(body as never) : stepUp === true;

/** The declared calls that no module serves. A service with unimplemented calls does not start. */
export function unimplementedCalls(app: FastifyInstance): CallId[] {
  return (Object.keys(calls) as CallId[]).filter((name) => !app.guard.servedCalls.has(name));
}

async function authenticateCaller(
  authenticator: Authenticator,
  access: Access,
  request: FastifyRequest,
): Promise<unknown> {
  if (access === 'public') return {};
  const token = bearerOf(request);
  // Calls that change data, decide, administer or request keys authenticate against the database. Only reads of the caller's
  // own data may use a cached authentication.
  const freshness = request.method === 'GET' ? 'cached' : 'fresh';
  if (access === 'account') return { session: await authenticator.account(token, freshness) };
  if (access === 'file') return { bearer: await authenticator.file(token) };
  if (access === 'operator') return { operator: await authenticator.operator(token) };
  const { tid } = request.params as { tid: string };
  if (access === 'tenant') return authenticator.member(token, tid, freshness);
  return { actor: await authenticator.actor(token, { tid, ...access }) };
}

interface ThrottledCaller {
  readonly session: AccountSession;
  readonly operator: Operator;
  readonly bearer: FileBearer;
  readonly actor: Actor;
}

/** Throttles accounts. Cached answers are sent before this check; credentials are exempt because scripts use them. */
function enforceRate(
  throttle: Throttle,
  { session, bearer, operator, actor }: Partial<ThrottledCaller>,
): void {
  const actorAid = actor?.kind === 'member' ? actor.session.aid : actor?.aid;
  const aid = session?.aid ?? bearer?.aid ?? operator?.aid ?? actorAid;
  if (aid !== undefined) throttle(aid);
}

/** The caller whose tenant may have its own server. Operator calls stay here: that server has its own operators. */
function forwardingTarget({ access, home }: Call, caller: unknown): ForwardedCaller | undefined {
  if (home === 'host' || access === 'public' || access === 'account' || access === 'operator')
    return undefined;
  if (typeof access === 'string') return caller as ForwardedCaller;
  const { actor } = caller as { actor: Actor };
  return actor.kind === 'member' ? actor : undefined;
}

/** The bearer or DPoP token of a request; undefined if it has none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^(?:Bearer|DPoP) ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1];
}

async function defaultEmptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

/** Rejects a query or body that the call does not declare. Declared ones are validated by their schema. */
function rejectUndeclared(call: Call, request: FastifyRequest): void {
  const [key] = call.query ? [] : Object.keys(request.query as object);
  if (key !== undefined) throw badRequest(`query.${key}`);
  if (call.body || request.body == null || typeof request.body !== 'object') return;
  const [field] = Object.keys(request.body);
  if (field !== undefined) throw badRequest(`body.${field}`);
}

function assertDeclaredError(name: CallId, codes: readonly ErrorCode[], error: unknown): void {
  if (!(error instanceof ServiceError) || codes.includes(error.code)) return;
  throw new Error(`${name} does not declare ${error.code}`, { cause: error });
}

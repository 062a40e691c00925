import { type DescMethodUnary, fromJson, type JsonObject, type JsonValue, toJson } from '@bufbuild/protobuf';
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
} from '@connectrpc/connect';
import { createAsyncIterable } from '@connectrpc/connect/protocol';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import { errorBody } from '@sealflow/contract/schemas';
import { ADDITIONAL_CONTEXT_HEADER } from '@sealflow/tdf/kas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isDatabaseUnavailable, isUnstorableText } from '../../infra/database/index.ts';
import { bearerOf, route } from '../../infra/http/route.middleware.ts';
import { type RotationServices, rotateKey } from './administer-keys.usecases.ts';
import { listServersMethod, publicKeyMethod, rewrapMethod, wellKnownMethod } from './kas-protocol.schemas.ts';
import { type KeyAccessService, type TenantPath, UnknownTenantError } from './key-access.usecases.ts';
import { AccessRefusal, LicenceKeyError } from './keys.errors.ts';

const httpRequestKey = createContextKey<FastifyRequest | undefined>(undefined);
const progressKey = createContextKey<{ isRead: boolean }>({ isRead: false });
const maxBodyBytes = 1024 * 1024;

/**
 * Serves OpenTDF's protocol over Connect and as plain HTTP calls: for each tenant below `/otdf/{tid}`, and at the
 * host's root for clients that drop the path of an address.
 */
export async function keyAccessRoutes(
  app: FastifyInstance,
  service: KeyAccessService,
  { maxPerMinute }: KeyAccessRouteOptions,
): Promise<void> {
  const register = (prefix: string, serve: (scope: FastifyInstance) => void | Promise<void>) =>
    app.register(
      async (scope) => {
        // Each refusal of a signed-in account is an audit record. Without a rate limit one account could flood a
        // tenant's audit.
        if (maxPerMinute > 0)
          scope.addHook('onRequest', scope.rateLimit({ max: maxPerMinute, timeWindow: 60_000 }));
        // Connect writes its own responses. Licences are personal and must not be cached.
        scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
        await serve(scope);
      },
      { prefix },
    );
  for (const mountPoint of [tenantMountPoint, rootMountPoint]) {
    await register(mountPoint.prefix, (scope) => registerPlainCalls(scope, service, mountPoint));
    await register(mountPoint.prefix, (scope) => registerConnectCalls(scope, service));
  }
}

export interface KeyAccessRouteOptions {
  /** Requests per minute from one address; 0 for no limit. */
  maxPerMinute: number;
}

interface MountPoint {
  readonly prefix: string;
  /** Distinguishes the operations of the OpenAPI document. */
  readonly operationSuffix: string;
  readonly params?: z.ZodType;
}

const tenantMountPoint: MountPoint = {
  prefix: '/otdf/:tid',
  operationSuffix: '',
  params: z.object({ tid: z.string() }),
};
const rootMountPoint: MountPoint = { prefix: '', operationSuffix: 'AtRoot' };

async function registerConnectCalls(app: FastifyInstance, service: KeyAccessService): Promise<void> {
  // The plugin reads bodies itself and registers parsers that pass them through.
  app.removeContentTypeParser('application/json');
  await app.register(fastifyConnectPlugin, {
    grpc: false,
    grpcWeb: false,
    readMaxBytes: maxBodyBytes,
    contextValues: (request) =>
      createContextValues().set(httpRequestKey, request).set(progressKey, { isRead: false }),
    routes: (router) => {
      serve(router, publicKeyMethod, (request, path) => service.publicKey(path, request));
      serve(router, listServersMethod, (_, path) => service.servers(path));
      serve(router, wellKnownMethod, async (_, path) => ({
        configuration: await service.configuration(path),
      }));
      serve(router, rewrapMethod, (request, path, http) => service.rewrap(toRewrapCall(path, http, request)));
      rejectUnreadable(router);
    },
  });
}

type Respond = (request: JsonObject, path: TenantPath, http: FastifyRequest) => Promise<object>;

function serve(router: ConnectRouter, method: DescMethodUnary, respond: Respond): void {
  router.rpc(method, async (message, context) => {
    context.values.get(progressKey).isRead = true;
    const http = context.values.get(httpRequestKey);
    if (!http) throw new ConnectError('HTTP request is missing in the call context', Code.Internal);
    try {
      const request = toJson(method.input, message) as JsonObject;
      return fromJson(method.output, (await respond(request, pathOf(http), http)) as JsonValue);
    } catch (error) {
      throw toConnectError(error, http);
    }
  });
}

/**
 * The library reports a message that it cannot parse as an internal error. A failure before the message was read is
 * mapped to `invalid_argument`.
 */
function rejectUnreadable(router: ConnectRouter): void {
  for (const [index, handler] of router.handlers.entries()) {
    const respond = async (request: Parameters<typeof handler>[0]) => {
      const response = await handler(request);
      const isFault = response.status === 500 && !request.contextValues?.get(progressKey).isRead;
      return isFault ? { ...unreadableResponse, body: createAsyncIterable([unreadableBody]) } : response;
    };
    router.handlers[index] = Object.assign(respond, handler);
  }
}

const unreadableResponse = { status: 400, header: new Headers({ 'content-type': 'application/json' }) };
const unreadableBody = new TextEncoder().encode(
  JSON.stringify({ code: 'invalid_argument', message: 'request_invalid' }),
);

/** The same calls for clients that do not use Connect. */
function registerPlainCalls(app: FastifyInstance, service: KeyAccessService, mountPoint: MountPoint): void {
  app.get(
    '/.well-known/opentdf-configuration',
    { schema: configurationCall(mountPoint) },
    async (request, reply) => sendPlain({ request, reply }, () => service.configuration(pathOf(request))),
  );
  app.get('/kas/v2/kas_public_key', { schema: publicKeyCall(mountPoint) }, async (request, reply) =>
    sendPlain({ request, reply }, () =>
      service.publicKey(pathOf(request), request.query as z.output<typeof publicKeyQuery>),
    ),
  );
  app.post('/kas/v2/rewrap', { schema: rewrapCall(mountPoint) }, async (request, reply) =>
    sendPlain({ request, reply }, () => service.rewrap(toRewrapCall(pathOf(request), request, request.body))),
  );
}

const publicKeyQuery = z.object({
  algorithm: z.string().max(50).optional(),
  fmt: z.string().max(50).optional(),
});
/** An error body of the key access service, or of the surrounding server if it rejects the request before. */
const refusal = z.union([z.object({ code: z.string(), message: z.string() }), errorBody]);
const refusals = { 400: refusal, 401: refusal, 403: refusal, 404: refusal, 500: refusal, 503: refusal };

/** The part of a call's OpenAPI description that depends on its mount point. */
const callDescription = (operation: string, { operationSuffix, params }: MountPoint) => ({
  operationId: operation + operationSuffix,
  tags: ['kas'],
  ...(params ? { params } : {}),
});

/** For the OpenAPI document only: OpenTDF's protocol defines the bodies of these calls. */
const configurationCall = (mountPoint: MountPoint) => ({
  ...callDescription('getOpentdfConfiguration', mountPoint),
  summary: 'The well-known configuration: the key that sealers wrap with (OpenTDF)',
  response: { 200: z.looseObject({}), ...refusals, 429: errorBody },
});
const publicKeyCall = (mountPoint: MountPoint) => ({
  ...callDescription('getKasPublicKey', mountPoint),
  summary: 'The public key that sealers wrap for this tenant with (OpenTDF)',
  querystring: publicKeyQuery,
  response: { 200: z.object({ kid: z.string(), publicKey: z.string() }), ...refusals, 429: errorBody },
});
const rewrapCall = (mountPoint: MountPoint) => ({
  ...callDescription('postKasRewrap', mountPoint),
  summary: 'Keys of a document for a device, by a signed request (OpenTDF)',
  security: [{ account: [] }],
  // The call parses the body itself, so that malformed requests are refused with an audit record.
  body: z.union([z.looseObject({ signedRequestToken: z.string() }), z.unknown()]),
  response: { 200: z.looseObject({}), ...refusals, 413: errorBody, 429: errorBody },
});

const rewrapBody = z.object({ signedRequestToken: z.string().max(maxBodyBytes) });

function toRewrapCall(path: TenantPath, request: FastifyRequest, body: unknown) {
  // A missing token is treated as an empty one, so that the request is refused with an audit record.
  const parsed = rewrapBody.safeParse(body);
  const context = request.headers[ADDITIONAL_CONTEXT_HEADER.toLowerCase()];
  return {
    path,
    bearer: bearerOf(request),
    signedRequestToken: parsed.data?.signedRequestToken ?? '',
    additionalContext: typeof context === 'string' ? context : undefined,
  };
}

const pathOf = (request: FastifyRequest): TenantPath => (request.params as { tid?: string }).tid ?? null;

async function sendPlain(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  respond: () => Promise<object>,
): Promise<FastifyReply> {
  reply.type('application/json').serializer(JSON.stringify);
  try {
    return await reply.send(await respond());
  } catch (error) {
    const { code, rawMessage } = toConnectError(error, request);
    return reply.code(statusByCode[code] ?? 500).send({ code: Code[code], message: rawMessage });
  }
}

const statusByCode: Partial<Record<Code, number>> = {
  [Code.InvalidArgument]: 400,
  [Code.Unauthenticated]: 401,
  [Code.PermissionDenied]: 403,
  [Code.NotFound]: 404,
  [Code.Unavailable]: 503,
};

/** The message is the reason, which our client reads; other clients read the code. */
function toConnectError(error: unknown, request: FastifyRequest): ConnectError {
  if (error instanceof UnknownTenantError) return new ConnectError(error.message, Code.NotFound);
  if (error instanceof LicenceKeyError) return new ConnectError('no such key', Code.NotFound);
  if (isUnstorableText(error)) return new ConnectError('no such tenant', Code.NotFound);
  if (error instanceof z.ZodError) return new ConnectError('request_invalid', Code.InvalidArgument);
  // Our client then uses the licence that it has stored.
  if (isDatabaseUnavailable(error)) return new ConnectError('unavailable', Code.Unavailable);
  if (!(error instanceof AccessRefusal)) {
    request.log.error({ err: error }, 'fault');
    return new ConnectError('internal error', Code.Internal);
  }
  if (error.reason === 'signed_out') return new ConnectError(error.reason, Code.Unauthenticated);
  const isRequest = error.reason.startsWith('request_');
  return new ConnectError(error.reason, isRequest ? Code.InvalidArgument : Code.PermissionDenied);
}

export function licenceKeyRoutes(app: FastifyInstance, services: RotationServices): void {
  route(app, 'POST /api/v1/tenants/{tid}/licence-key/actions/rotate', async ({ actor }) => {
    const { licenceKeyID: key, generation } = await rotateKey(services, actor);
    return { data: { key, generation } };
  });
}

import type { CallId } from '@sealflow/contract';
import { type Access, accessErrors, type Call, errorBody } from '@sealflow/contract/schemas';
import { type ErrorCode, errorCatalogue } from '@sealflow/domain/errors';
import type { HTTPMethods } from 'fastify';
import { z } from 'zod';

/** The request and the answers of a call, as the service validates them and the OpenAPI document describes them. */
export function schemaOf(name: CallId, call: Call, codes: readonly ErrorCode[]): Record<string, unknown> {
  return {
    summary: call.summary,
    operationId: operationOf(name),
    tags: [tagOf(name)],
    ...(call.access === 'public' ? {} : { security: [{ [securityOf(call.access)]: [] }] }),
    ...(call.params ? { params: call.params } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    // Every request has further headers that the call does not declare: the schema must not strip them.
    ...(call.headers ? { headers: call.headers.loose() } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { ...successOf(call), ...failuresOf(codes) },
  };
}

function securityOf(access: Exclude<Access, 'public'>): string {
  if (access === 'file' || access === 'operator') return access;
  return 'account';
}

/** An operation id that code generators can use as a name, such as `getTenantsUserFlows`. */
function operationOf(name: CallId): string {
  const [method = '', ...words] = name.replace('/api/v1', '').match(/\w+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function tagOf(name: CallId): string {
  return name.split('/').find((step) => !/^(\w+ |api|v1|tenants|\{\w+\})$/.test(step)) ?? 'service';
}

function successOf(call: Call): Record<string, unknown> {
  if (call.answer === 'none') return { 204: z.undefined().meta({ description: 'Done' }) };
  if (call.answer === 'bytes') {
    const content = { 'application/octet-stream': { schema: z.file() } };
    return {
      200: { description: 'All bytes', content },
      206: { description: 'The asked range', content },
      304: z.undefined().meta({ description: "The client's copy still holds" }),
    };
  }
  if (call.answer === 'lines')
    return { 200: { content: { 'application/x-ndjson': { schema: z.string() } } } };
  if (call.answer === 'events') return { 200: { content: { 'text/event-stream': { schema: z.string() } } } };
  return { 200: call.answer };
}

/** All error codes of a call: its declared ones and those of its access, size and rate limits. */
export function errorsOf({ access, errors }: Call, method: HTTPMethods): ErrorCode[] {
  const accessErrorCodes = accessErrors[typeof access === 'string' ? access : 'right'];
  // The body of a GET is not read.
  const sizeErrors = method === 'GET' ? [] : (['app.payload_too_large'] as const);
  const throttleErrors = isThrottled(access, method) ? (['app.too_many_requests'] as const) : [];
  return [
    'app.invalid_request',
    ...sizeErrors,
    ...throttleErrors,
    ...accessErrorCodes,
    ...errors,
    'app.unavailable',
    'app.unknown_error',
  ];
}

/** Whether a call counts towards the caller's rate limit in the contract. */
const isThrottled = (access: Access, method: HTTPMethods): boolean =>
  method !== 'GET' && access !== 'public' && access !== 'operator';

function failuresOf(codes: readonly ErrorCode[]): Record<number, z.ZodType> {
  const byStatus = Object.groupBy(codes, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, of = []]) => [status, failureOf([...new Set(of)])]),
  );
}

/** Most calls fail in the same ways, and building a schema takes a third of declaring a route. */
const failures = new Map<string, z.ZodType>();

function failureOf(codes: readonly ErrorCode[]): z.ZodType {
  const key = codes.join(' ');
  let failure = failures.get(key);
  if (failure === undefined) {
    failure = errorBody.extend({ code: z.enum(codes as [string, ...string[]]) });
    failures.set(key, failure);
  }
  return failure;
}

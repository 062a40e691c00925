import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler as byZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { badRequest } from './bad-request.errors.ts';
import { unstorableTextIn } from './storable-text.adapter.ts';

/** Limits of the cache of one schema: the inputs of polling calls are short and the same for all clients. */
const most = 200;
const longest = 500;

/**
 * Validates by zod. A text that the database cannot store is rejected at any position, regardless of the schema. Valid
 * paths and queries are cached: polling clients send the same ones for days, and parsing them costs more than a lookup of
 * their answer. Invalid input is never cached.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = (part) => {
  const bySchema = byZod(part);
  const validate: ReturnType<typeof byZod> = (data: unknown) => {
    const path = unstorableTextIn(data);
    if (path === undefined) return bySchema(data);
    const name = part.httpPart === 'querystring' ? 'query' : (part.httpPart ?? 'body');
    return { error: badRequest([name, ...path].join('.')) };
  };
  if (part.httpPart !== 'querystring' && part.httpPart !== 'params') return validate;
  const known = new Map<string, object>();
  return (data: unknown) => {
    const text = JSON.stringify(data);
    const before = known.get(text);
    // A copy, because handlers may change the values of their request.
    if (before) return { value: { ...before } };
    const result: unknown = validate(data);
    const value = valueOf(result);
    if (value && text.length <= longest) {
      if (known.size >= most) known.clear();
      known.set(text, value);
    }
    return result as ReturnType<typeof validate>;
  };
};

function valueOf(result: unknown): object | undefined {
  if (typeof result !== 'object' || result === null || !('value' in result)) return undefined;
  const { value } = result;
  return typeof value === 'object' && value !== null ? value : undefined;
}

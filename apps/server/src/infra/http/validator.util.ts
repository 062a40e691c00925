import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler as zodValidatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { badRequest } from './bad-request.errors.ts';
import { findUnstorableText } from './storable-text.rules.ts';

/** Limits of the cache of one schema: the inputs of polling calls are short and the same for all clients. */
const maxCachedInputs = 200;
const maxCachedInputLength = 500;

/**
 * Validates by zod. A text that the database cannot store is rejected at any position, regardless of the schema. Valid
 * paths and queries are cached: polling clients send the same ones for days, and parsing them costs more than a lookup of
 * their answer. Invalid input is never cached.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = (part) => {
  const validateBySchema = zodValidatorCompiler(part);
  const validate: ReturnType<typeof zodValidatorCompiler> = (data: unknown) => {
    const path = findUnstorableText(data);
    if (path === undefined) return validateBySchema(data);
    const name = part.httpPart === 'querystring' ? 'query' : (part.httpPart ?? 'body');
    return { error: badRequest([name, ...path].join('.')) };
  };
  if (part.httpPart !== 'querystring' && part.httpPart !== 'params') return validate;
  const cache = new Map<string, object>();
  return (data: unknown) => {
    const text = JSON.stringify(data);
    const cached = cache.get(text);
    // A copy, because handlers may change the values of their request.
    if (cached) return { value: { ...cached } };
    const result: unknown = validate(data);
    const value = valueOf(result);
    if (value && text.length <= maxCachedInputLength) {
      if (cache.size >= maxCachedInputs) cache.clear();
      cache.set(text, value);
    }
    return result as ReturnType<typeof validate>;
  };
};

function valueOf(result: unknown): object | undefined {
  if (typeof result !== 'object' || result === null || !('value' in result)) return undefined;
  const { value } = result;
  return typeof value === 'object' && value !== null ? value : undefined;
}

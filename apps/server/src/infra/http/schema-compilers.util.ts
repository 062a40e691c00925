import buildStringifier from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { validatorCompiler as zodValidatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
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

type Stringify = (value: unknown) => string;

const stringifiers = new WeakMap<z.ZodType, Stringify>();

/**
 * Serializes answers by a stringifier built from their schema. Fields outside the schema are not written, so a database row
 * cannot leak internal columns.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  // Built at the first answer, which keeps the start fast.
  let stringify = stringifiers.get(schema);
  return (value) => {
    if (!stringify) {
      stringify = stringifiers.get(schema) ?? createStringifier(schema);
      stringifiers.set(schema, stringify);
    }
    return stringify(value);
  };
};

function createStringifier(schema: z.ZodType): Stringify {
  // This target writes `nullable: true`, which is stringified directly; `anyOf` with null would validate each value.
  const jsonSchema = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });
  return buildStringifier(jsonSchema as Parameters<typeof buildStringifier>[0]);
}

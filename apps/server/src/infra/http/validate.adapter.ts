import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler as byZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { badRequest } from './bad-request.errors.ts';
import { unstorableTextIn } from './storable-text.adapter.ts';

/** Results kept for one schema, and the longest text that is: what everybody asks with is short, and the same. */
const most = 200;
const longest = 500;

/**
 * Validates by zod. A text that no database stores is rejected wherever it stands, whatever a schema says of its length or form.
 * Paths and queries that were valid before are not read again: polls ask the same for days, and reading them costs more than
 * finding their answer. What does not pass is read each time.
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
    // A copy: it becomes part of a request.
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

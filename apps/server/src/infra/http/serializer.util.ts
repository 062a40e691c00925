import buildStringifier from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

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

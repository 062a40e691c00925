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
      stringify = stringifiers.get(schema) ?? stringifierOf(schema);
      stringifiers.set(schema, stringify);
    }
    return stringify(value);
  };
};

function stringifierOf(schema: z.ZodType): Stringify {
  // This target writes `nullable: true`, which is stringified directly; `anyOf` with null would validate each value.
  const described = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });
  return buildStringifier(described as Parameters<typeof buildStringifier>[0]);
}

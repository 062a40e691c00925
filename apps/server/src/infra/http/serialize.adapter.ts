import buildStringifier from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

type Stringify = (value: unknown) => string;

const stringifiers = new WeakMap<z.ZodType, Stringify>();

/**
 * Answers leave through a stringifier made from their schema: what the schema does not name is not written, so nothing
 * of the inside slips out with a row of the database.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  // Built at the first answer: a start pays only for the calls that are made.
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

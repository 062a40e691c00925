import * as fc from 'fast-check';
import type { KnownThings } from './known-things.ts';
import { type Nasty, nastyValue } from './nasty-values.ts';
import type { Schema } from './openapi-document.ts';

export interface GenerationOptions {
  readonly known: KnownThings;
  /** Percentage of values that violate the schema. */
  readonly noise: number;
}

/** Generates values for a schema. With noise, some values violate it slightly and some are arbitrary. */
export function valuesOf(schema: Schema, options: GenerationOptions, name = ''): fc.Arbitrary<unknown> {
  const right = knownOr(rightValues(schema, options, name), { schema, options, name });
  if (options.noise === 0) return right;
  return fc.oneof(
    { weight: 100 - options.noise, arbitrary: right },
    { weight: options.noise, arbitrary: fc.oneof(outOfBounds(schema), nastyValue) },
  );
}

/** Prefers a known value for a parameter name. */
function knownOr(
  made: fc.Arbitrary<unknown>,
  { schema, options, name }: { schema: Schema; options: GenerationOptions; name: string },
): fc.Arbitrary<unknown> {
  if (schema.type !== 'string' || schema.enum) return made;
  return fc.tuple(fc.nat(), fc.nat({ max: 9 }), made).map(([index, dice, other]) => {
    const things = options.known.of(name);
    return dice === 0 || things.length === 0 ? other : things[index % things.length];
  });
}

function rightValues(schema: Schema, options: GenerationOptions, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, options, name)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => rightValues({ ...schema, type }, options, name)));
  }
  if (schema.type === 'object') return objects(schema, options);
  if (schema.type === 'array') return arrays(schema, options, name);
  if (schema.type === 'string') return strings(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numbers(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : fc.jsonValue({ maxDepth: 1 });
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  options: GenerationOptions,
): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties);
  if (entries.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 10 }), valuesOf(additionalProperties, options), {
      maxKeys: 3,
    });
  }
  const model = Object.fromEntries(entries.map(([key, value]) => [key, valuesOf(value, options, key)]));
  const record = fc.record(model, { requiredKeys: options.noise > 20 ? [] : [...required] });
  // Optional properties are usually omitted, because each property can cause a rejection.
  const least = Object.fromEntries(Object.entries(model).filter(([key]) => required.includes(key)));
  if (options.noise === 0) return fc.oneof(fc.record(least), fc.record(least), record);
  return fc
    .tuple(record, fc.nat({ max: 99 }), fc.constantFrom(...unknownKeys), nastyValue)
    .map(([made, dice, key, value]) => {
      if (dice >= options.noise / 2) return made;
      return withKey(made, key, value);
    });
}

/** Defines an own property, as JSON.parse does, even for names like `__proto__`. */
const withKey = (made: object, key: string, value: unknown): object =>
  Object.defineProperty({ ...made }, key, { value, enumerable: true });

const unknownKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'x',
  '',
  'toString',
  'tid',
  'aid',
  'id',
  '$ne',
  '\u0000',
];

function arrays(
  { items = {}, prefixItems, minItems = 0, maxItems = 4 }: Schema,
  options: GenerationOptions,
  name: string,
): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => valuesOf(item, options, name)));
  return fc.array(valuesOf(items, options, name), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 4)),
  });
}

function strings({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) return matching(pattern);
  const most = Math.max(minLength, Math.min(maxLength, 40));
  const size = { minLength, maxLength: most };
  return fc.oneof(
    fc.string(size),
    fc.string({ ...size, unit: 'grapheme' }).map((text) => text.slice(0, maxLength)),
  );
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  } catch {
    // Unicode classes and lookaheads are not generated. Letters match most of them.
    return fc.stringMatching(/^[a-z][a-z0-9]{3,12}$/);
  }
}

function numbers({ type, minimum = -1000, maximum = 1_900_000_000_000 }: Schema): fc.Arbitrary<number> {
  const whole = fc.integer({ min: Math.max(minimum, -1e15), max: Math.min(maximum, 1e15) });
  const small = fc.integer({ min: Math.max(minimum, 0), max: Math.max(minimum, 0, Math.min(maximum, 5)) });
  return type === 'number' ? fc.oneof(small, whole, fc.double({ noNaN: true })) : fc.oneof(small, whole);
}

/** Values that exceed each bound of the schema by one. */
function outOfBounds({
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  minItems,
  enum: words,
  type,
}: Schema): fc.Arbitrary<Nasty> {
  const steps: Nasty[] = [];
  if (minimum !== undefined) steps.push(minimum - 1, minimum);
  if (maximum !== undefined) steps.push(maximum + 1, maximum, maximum + 0.5);
  if (minLength) steps.push('x'.repeat(minLength - 1));
  if (maxLength !== undefined)
    steps.push(
      'x'.repeat(maxLength),
      'x'.repeat(maxLength + 1),
      '文'.repeat(maxLength),
      '😀'.repeat(maxLength),
    );
  if (maxItems !== undefined) steps.push(Array.from({ length: Math.min(maxItems + 1, 1000) }, () => 'x'));
  if (minItems) steps.push([]);
  if (words) steps.push(`${String(words[0])} `, String(words[0]).toUpperCase());
  if (type === 'string') steps.push('', ' ', 7);
  if (type === 'integer' || type === 'number')
    steps.push('7', 0.5, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  return steps.length > 0 ? fc.constantFrom(...steps) : fc.constant(null);
}

import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesOf } from './generated-client/from-schema.ts';
import { nastyTexts } from './generated-client/nasty-values.ts';
import {
  type Operation,
  operationsOf,
  type PrintedDocument,
  type Schema,
} from './generated-client/openapi-document.ts';
import { type FuzzWorld, openFuzzWorld } from './generated-client/tried-world.ts';

/** Texts that PostgreSQL cannot store: NUL and unpaired surrogates. */
const unstorable = ['\u0000', 'a\u0000b', '\ud800x', 'x\udfff'];
const isFull = process.env['TEST_FULL'] === '1';
/** Number of texts for each field. Each field continues where the previous one ended. */
const textsPerField = isFull ? nastyTexts.length : 1;
/** Number of requests between repairs of closed, renamed or signed-out data. */
const restoreInterval = 50;

type Path = readonly (string | number)[];

interface Request {
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

let world: FuzzWorld;
let operations: readonly Operation[];

beforeAll(async () => {
  world = await openFuzzWorld();
  const document: PrintedDocument = (await world.service.ask(null, 'GET /api/v1/openapi.json')).json();
  operations = operationsOf(document);
});
afterAll(() => world.close());

/** A caller with access to the operation, so that only the text can cause a rejection. */
function callerOf({ security, needsRight }: Operation) {
  const callers = world.callersOf(security, needsRight);
  const caller =
    security === undefined
      ? { token: null }
      : (callers.find(({ name }) => name === 'wangqiang') ?? callers[0]);
  const tids = callers.find(({ name }) => name === 'wangqiang')?.tids ?? ['huachen'];
  return { token: caller?.token ?? null, tid: tids[0] ?? 'huachen' };
}

async function send(operation: Operation, { query, body }: Request) {
  const { token, tid } = callerOf(operation);
  const pathOf = (name: string) => {
    if (name === 'tid') return tid;
    const schema = operation.parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {};
    const isAnyText = !schema.format && !schema.pattern && !schema.enum;
    return world.known.of(name)[0] ?? (isAnyText ? 'x' : String(samplesOf(schema, name)[0]));
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(pathOf(name)));
  const search = new URLSearchParams(query).toString();
  const response = await world.service.app.inject({
    method: operation.method as 'POST',
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return { status: response.statusCode, body: isJson ? response.json() : {} };
}

/** Generates values of a schema with all properties. A union yields one value for each branch. */
function samplesOf(schema: Schema, name = ''): unknown[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.flatMap((branch) => samplesOf(branch, name));
  if (Array.isArray(schema.type))
    return schema.type.flatMap((type: string) => samplesOf({ ...schema, type }, name));
  if (schema.type === 'array') return samplesOf(schema.items ?? {}, name).map((item) => [item]);
  if (schema.type === 'object') {
    const { properties = {}, additionalProperties } = schema;
    const choices = Object.entries(properties).map(([key, value]) => [key, samplesOf(value, key)] as const);
    const whole = Object.fromEntries(choices.map(([key, [first]]) => [key, first]));
    const others = choices.flatMap(([key, [, ...more]]) => more.map((one) => ({ ...whole, [key]: one })));
    const more = typeof additionalProperties === 'object' ? samplesOf(additionalProperties) : [];
    const entries = more.map((value) => withKey(whole, value));
    return [whole, ...others, ...entries];
  }
  return fc.sample(valuesOf(schema, { known: world.known, noise: 0 }, name), { seed: 1, numRuns: 1 });
}

/** Adds a key to records, whose keys the client chooses. */
const withKey = (record: object, value: unknown): object => ({ ...record, name: value });

function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    textsIn(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withText(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? withText(item, rest, text) : item));
  const record = value as Record<string, unknown>;
  return { ...record, [step]: withText(record[step], rest, text) };
}

/** Every text field of an operation, with a function that replaces its value. */
function fieldsOf({ parameters, body }: Operation): { path: string; request: (text: string) => Request }[] {
  const fields = new Map<string, (text: string) => Request>();
  const samples = body ? samplesOf(body) : [undefined];
  for (const sample of samples) {
    for (const path of textsIn(sample)) {
      const name = ['body', ...path].join('.');
      if (!fields.has(name)) fields.set(name, (text) => ({ query: {}, body: withText(sample, path, text) }));
    }
  }
  for (const { in: place, name } of parameters) {
    if (place === 'query')
      fields.set(`query.${name}`, (text) => ({ query: { [name]: text }, body: samples[0] }));
  }
  return [...fields].map(([path, request]) => ({ path, request }));
}

test('text that no database stores is rejected in every field of every declared call', {
  timeout: 300_000,
}, async () => {
  const problems: string[] = [];
  let fields = 0;
  for (const operation of operations) {
    for (const { path, request } of fieldsOf(operation)) {
      fields += 1;
      // A URL cannot contain unpaired surrogates. Clients send the replacement character instead.
      for (const text of path.startsWith('query.') ? ['\u0000', 'a\u0000b'] : unstorable) {
        const { status, body } = await send(operation, request(text));
        if (status === 400 && body.code === 'app.invalid_request' && body.params.path === path) continue;
        problems.push(`${operation.name} ${path} ${JSON.stringify(text)}: ${status} ${JSON.stringify(body)}`);
      }
    }
  }
  expect(problems.join('\n')).toBe('');
  // The count proves that the document was traversed.
  expect(fields).toBeGreaterThan(150);
});

test('naughty text in any field of any declared call causes no internal error', {
  timeout: 900_000,
}, async () => {
  const problems: string[] = [];
  let sent = 0;
  for (const operation of operations) {
    for (const { path, request } of fieldsOf(operation)) {
      for (let turn = 0; turn < textsPerField; turn += 1) {
        const text = nastyTexts[sent % nastyTexts.length] ?? '';
        if (sent % restoreInterval === restoreInterval - 1) await world.restoreData();
        sent += 1;
        const { status, body } = await send(operation, request(text));
        if (status >= 500 && body.code !== 'app.unavailable' && !isDeclared501(status))
          problems.push(
            `${operation.name} ${path} ${JSON.stringify(text)}: ${status} ${JSON.stringify(body)}`,
          );
      }
    }
  }
  expect(problems.join('\n')).toBe('');
  const faults = world.service.logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
  expect(faults.slice(0, 5)).toEqual([]);
});

/** Operations of features that the deployment does not configure respond with 501 to every request. */
const isDeclared501 = (status: number) => status === 501;

import * as fc from 'fast-check';
import { type GenerationOptions, valuesOf } from './from-schema.ts';
import { nastyTexts } from './nasty-values.ts';
import type { Operation } from './openapi-document.ts';

/** A generated request. */
export interface MadeRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Kinds of requests: valid by the document, with invalid values, or with any variation that HTTP permits. */
export type Kind = 'valid' | 'mutated' | 'hostile';

const noises = { valid: 0, mutated: 12, hostile: 40 } as const;

export function requestsOf(
  operation: Operation,
  kind: Kind,
  known: GenerationOptions['known'],
): fc.Arbitrary<MadeRequest> {
  const options: GenerationOptions = { known, noise: noises[kind] };
  const plain = plainRequests(operation, options);
  return kind === 'hostile' ? plain.chain((request) => hostile(request)) : plain;
}

function plainRequests(operation: Operation, options: GenerationOptions): fc.Arbitrary<MadeRequest> {
  const { method, path, parameters, body, takesForm } = operation;
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  const inHeader = parameters.filter((one) => one.in === 'header');
  const valuesFor = (list: typeof parameters, requiredKeys: string[]) => {
    const model = list.map(({ name, schema }) => [name, valuesOf(schema, options, name)] as const);
    return fc.record(Object.fromEntries(model), { requiredKeys });
  };
  const values = (list: typeof parameters) => {
    const required = list.filter((one) => one.required);
    const names = required.map(({ name }) => name);
    if (options.noise === 0) return fc.oneof(valuesFor(required, names), valuesFor(list, names));
    return valuesFor(list, options.noise > 20 ? [] : names);
  };
  const json = body
    ? valuesOf(body, options).map((value) => Buffer.from(JSON.stringify(value) ?? ''))
    : fc.constant(undefined);
  const sent = takesForm ? forms(options.noise > 0) : json;
  return fc
    .tuple(values(inPath), values(inQuery), values(inHeader), sent)
    .map(([params, query, headers, content]) => ({
      method,
      target:
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(params[name] ?? 'x')) + queryOf(query),
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerText(value)])),
        ...(content
          ? { 'content-type': takesForm ? `multipart/form-data; boundary=${boundary}` : 'application/json' }
          : {}),
      },
      body: content,
    }));
}

const boundary = 'made-by-the-document';

function forms(isMutated: boolean): fc.Arbitrary<Buffer> {
  const part = (name: string, filename: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n` +
          'Content-Type: image/jpg\r\n\r\n',
      ),
      content,
      Buffer.from('\r\n'),
    ]);
  const end = Buffer.from(`--${boundary}--\r\n`);
  const whole = fc
    .tuple(fc.constantFrom('报告.pdf', 'a.txt', 'b.png'), fc.uint8Array({ maxLength: 3000 }))
    .map(([name, content]) => Buffer.concat([part('file1', name, content), end]));
  if (!isMutated) return whole;
  const name = fc.constantFrom('file1', 'file2', '', '__proto__', 'file1[]');
  const filename = fc.constantFrom(
    'a',
    '',
    '../../x',
    '\u0000',
    '\u202Ea',
    '"',
    'x'.repeat(3000),
    'a;b',
    '\ud800',
  );
  const arbitraryPart = fc.tuple(name, filename, fc.uint8Array({ maxLength: 50 })).map((one) => part(...one));
  return fc
    .tuple(fc.array(arbitraryPart, { maxLength: 12 }), fc.boolean(), fc.nat({ max: 400 }))
    .map(([parts, isEnded, cut]) => {
      const form = Buffer.concat([...parts, ...(isEnded ? [end] : [])]);
      return cut < 100 ? form.subarray(0, cut) : form;
    });
}

/** Variations of HTTP that a schema does not describe. */
function hostile(request: MadeRequest): fc.Arbitrary<MadeRequest> {
  const { target, headers, body } = request;
  const text = fc.constantFrom(...nastyTexts);
  const withHeader = (name: string, values: readonly string[]) =>
    fc.constantFrom(...values).map((value) => changed(request, { headers: { ...headers, [name]: value } }));
  const [path = ''] = target.split('?', 1);
  return fc.oneof(
    fc.constant(request),
    fc
      .constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND')
      .map((other) => changed(request, { method: other })),
    text.map((one) =>
      changed(request, { target: `${path}?${escaped(one)}=${escaped(one)}&skip=0&skip=1&limit[]=1` }),
    ),
    text.map((one) =>
      changed(request, { target: `${target}${target.includes('?') ? '&' : '?'}${escaped(one)}=1` }),
    ),
    fc
      .constantFrom(
        '%',
        '%zz',
        '%c0%af',
        '%00',
        '%ff',
        '%2e%2e%2f',
        ';a=b',
        '//',
        '/.',
        '/..',
        '#x',
        '%F0%9F',
      )
      .map((end) => changed(request, { target: path + end })),
    withHeader('content-type', [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/json; charset=utf-16',
      'application/json;',
      'APPLICATION/JSON',
      'application/connect+json',
      'application/proto',
      '/',
      'x'.repeat(3000),
    ]),
    withHeader('range', [
      'bytes=0-0',
      'bytes=-0',
      'bytes=-1',
      'bytes=5-2',
      'bytes=0-,1-',
      'bytes=99999999999999999999-',
      'bytes=0-99999999999999999999999',
      'bytes=a-b',
      'bytes',
      'lines=1-2',
      `bytes=${'0-0,'.repeat(500)}0-0`,
    ]),
    withHeader('if-range', ['"x"', 'W/"x"', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x']),
    withHeader('if-none-match', ['*', '"x", W/"y"', '', ',,,', 'x'.repeat(2000)]),
    withHeader('if-modified-since', ['Thu, 01 Jan 2099 00:00:00 GMT', 'x', '-1']),
    withHeader('accept-encoding', ['br', 'gzip', 'identity;q=0', '*;q=0', 'x', 'br;q=x']),
    withHeader('content-encoding', ['gzip', 'br', 'x']),
    withHeader('accept-language', ['en', '*', 'x'.repeat(500), 'zh;q=9', ',,;q']),
    withHeader('idempotency-key', ['x', 'x'.repeat(201), "' or 1=1 --", '__proto__']),
    withHeader('dpop', ['x', 'a.b.c', '..', 'x'.repeat(4097)]),
    withHeader('host', ['', 'elsewhere.example', 'a:b:c', '[', 'x'.repeat(300)]),
    withHeader('x-forwarded-for', ['127.0.0.1', "' or 1=1"]),
    withHeader('x-http-method-override', ['DELETE']),
    withHeader('origin', ['null', 'https://elsewhere.example', 'x']),
    withHeader('cookie', ['a=b', '__proto__=x', 'x'.repeat(3000)]),
    withHeader('expect', ['100-continue']),
    withHeader('x-long', ['x'.repeat(9000)]),
    fc
      .constantFrom(
        '',
        '{',
        '{"a":',
        '[]',
        'null',
        '1',
        '"x"',
        '{"__proto__":{"x":1}}',
        '{"constructor":{"prototype":{"x":1}}}',
        '{"a":1,"a":2}',
        '{"a":1}x',
        '\uFEFF{}',
        '{"\\ud800":1}',
        "{'a':1}",
        '{"a":NaN}',
        '{"a":1e999}',
        '['.repeat(50_000),
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
        `"${'x'.repeat(1_200_000)}"`,
      )
      .map((content) =>
        changed(request, {
          headers: { ...headers, 'content-type': 'application/json' },
          body: Buffer.from(content),
        }),
      ),
    fc.uint8Array({ maxLength: 40 }).map((content) =>
      changed(request, {
        headers: { ...headers, 'content-type': 'application/json' },
        body: Buffer.from(content),
      }),
    ),
    fc.constant(
      changed(request, {
        body: (body ?? Buffer.from('{}')).subarray(0, Math.floor((body?.length ?? 2) / 2)),
      }),
    ),
    fc.constant(
      changed(request, {
        headers: { ...headers, 'content-type': 'application/json' },
        body: body ?? Buffer.from('{}'),
      }),
    ),
  );
}

/** Encodes unpaired surrogates as bytes that are invalid UTF-8. */
function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return Array.from(text.slice(0, 6000), (character) => {
    const isHalf = /[\ud800-\udfff]/.test(character) && character.length === 1;
    return isHalf ? '%ED%A0%80' : encodeURIComponent(character);
  }).join('');
}

function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?').slice(0, 6000);
}

const changed = (request: MadeRequest, change: Partial<MadeRequest>): MadeRequest => ({
  ...request,
  ...change,
});

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${escaped(name)}=${escaped(one)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

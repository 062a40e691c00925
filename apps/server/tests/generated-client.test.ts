import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, openLine } from './generated-client/line.ts';
import { type Kind, type MadeRequest, requestsOf } from './generated-client/made-requests.ts';
import {
  type GivenAnswer,
  type Operation,
  operationOf,
  operationsOf,
  type PrintedDocument,
  problemOf,
} from './generated-client/openapi-document.ts';
import { type Caller, type FuzzWorld, openFuzzWorld } from './generated-client/tried-world.ts';

const isFull = process.env['TEST_FULL'] === '1';
const seed = Number(process.env['FUZZ_SEED'] ?? (isFull ? Date.now() % 1_000_000 : 2026));
const requests = isFull ? 10_000 : 1500;
const kinds: readonly Kind[] = ['valid', 'valid', 'mutated', 'hostile'];
/** Number of requests between repairs of closed, renamed or signed-out data, so that later requests can succeed. */
const restoreInterval = 50;

let world: FuzzWorld;
let line: Line;
let operations: readonly Operation[];

beforeAll(async () => {
  world = await openFuzzWorld();
  line = openLine(world.url);
  const document: PrintedDocument = (await world.service.ask(null, 'GET /api/v1/openapi.json')).json();
  operations = operationsOf(document);
  await learnLists();
});
afterAll(async () => {
  line?.close();
  await world?.close();
});

test(`${requests} requests made from the document get the answers that it declares (FUZZ_SEED=${seed})`, {
  timeout: 900_000,
}, async () => {
  const problems: string[] = [];
  const reached = new Map<string, Set<number>>();
  const makers = new Map<string, fc.Arbitrary<MadeRequest>>();
  const dice = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 9 })), { seed, numRuns: requests });
  for (const [index, [one, who, other]] of dice.entries()) {
    if (index % restoreInterval === 0 && index > 0) await world.restoreData();
    const kind = kinds[index % kinds.length] ?? 'valid';
    const operation = operations[one % operations.length];
    if (!operation) throw new Error('the document has no calls');
    const caller = chooseCaller(operation, who, other === 0 && kind !== 'valid');
    const key = `${kind} ${operation.name}`;
    const maker = makers.get(key) ?? requestsOf(operation, kind, world.known);
    makers.set(key, maker);
    const [made] = fc.sample(maker, { seed: seed + index, numRuns: 1 });
    if (!made) throw new Error('no request was made');
    const request = as(caller, made);
    const response = await line.send(request);
    const problem = problemWith(request, response);
    if (problem)
      problems.push(
        [
          `${index} ${kind}, ${caller.name}: ${describeRequest(request)}`,
          `${response.status} ${response.body.slice(0, 300)}`,
          problem,
          ...faultOf(response),
        ].join('\n  '),
      );
    reached.set(operation.name, (reached.get(operation.name) ?? new Set()).add(response.status));
    learn(operation, response);
  }
  if (process.env['FUZZ_SHOW']) process.stdout.write(tableOf(reached));
  expect(problems.slice(0, 20).join('\n\n'), `${problems.length} problems with FUZZ_SEED=${seed}`).toBe('');
  const faults = world.service.logLines.filter((text) => (JSON.parse(text) as { level: number }).level >= 50);
  expect(faults.slice(0, 10).join('\n')).toBe('');
  // The test proves nothing if the service rejects all requests.
  const succeeded = [...reached.values()].filter((statuses) => [...statuses].some((status) => status < 300));
  expect(succeeded.length).toBeGreaterThan(operations.length / 2);
});

/** Collects existing IDs from the lists that each caller can read. */
async function learnLists(): Promise<void> {
  const lists = operations.filter(
    ({ method, path, parameters }) =>
      method === 'GET' &&
      parameters.some(({ name }) => name === 'limit') &&
      !path.replace('{tid}', '').includes('{'),
  );
  for (const operation of lists) {
    for (const caller of world.callersOf(operation.security)) {
      for (const tid of operation.path.includes('{tid}') ? caller.tids : ['']) {
        world.known.focus = { caller: caller.name, tid };
        const target = `${operation.path.replace('{tid}', tid)}?limit=20`;
        learn(
          operation,
          await line.send(as(caller, { method: 'GET', target, headers: {}, body: undefined })),
        );
      }
    }
  }
}

function learn({ path }: Operation, { status, type, body }: GivenAnswer): void {
  if (status === 200 && body !== '' && type.startsWith('application/json'))
    world.known.learn(path, JSON.parse(body));
}

function chooseCaller(operation: Operation, who: number, isAnybody: boolean): Caller {
  const callers = isAnybody
    ? world.callersOf(undefined)
    : world.callersOf(operation.security, operation.needsRight);
  const caller = callers[who % callers.length];
  if (!caller) throw new Error('there is nobody to ask');
  world.known.focus = { caller: caller.name, tid: caller.tids[who % Math.max(caller.tids.length, 1)] ?? '' };
  return caller;
}

function as({ token }: Caller, made: MadeRequest): MadeRequest {
  return token === null ? made : { ...made, headers: { ...made.headers, authorization: `Bearer ${token}` } };
}

function problemWith(request: MadeRequest, response: GivenAnswer): string | undefined {
  const hasNoBody = request.method === 'HEAD' || request.method === 'OPTIONS';
  if (hasNoBody) return response.status > 0 && response.status < 500 ? undefined : 'a fault of the service';
  return problemOf(operationOf(operations, request.method, request.target), response);
}

/** Log entry of a request that failed with an internal error. */
function faultOf({ status, body }: GivenAnswer): string[] {
  const id = status === 500 ? /"id":"([0-9a-f-]+)"/.exec(body)?.[1] : undefined;
  return id === undefined
    ? []
    : world.service.logLines.filter((text) => text.includes(id)).map((text) => text.slice(0, 1500));
}

function describeRequest({ method, target, headers, body }: MadeRequest): string {
  const { authorization: _, ...others } = headers;
  return [
    method,
    target.slice(0, 1000),
    JSON.stringify(others).slice(0, 500),
    body?.toString().slice(0, 1000),
  ].join(' ');
}

function tableOf(reached: ReadonlyMap<string, ReadonlySet<number>>): string {
  return [...reached]
    .map(([name, statuses]) => `${[...statuses].toSorted((one, other) => one - other).join(' ')}  ${name}\n`)
    .join('');
}

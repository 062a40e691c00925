import * as fc from 'fast-check';
import { KnownThings } from '../../../apps/server/tests/generated-client/known-things.ts';
import { openLine } from '../../../apps/server/tests/generated-client/line.ts';
import { type MadeRequest, requestsOf } from '../../../apps/server/tests/generated-client/made-requests.ts';
import {
  type GivenAnswer,
  operationOf,
  problemOf,
} from '../../../apps/server/tests/generated-client/openapi-document.ts';
import { randomOf } from '../random.ts';
import type { Verdict } from '../target.ts';
import { classify, FalseAcceptance } from '../verdict.ts';
import { CALLERS, type CallerName } from './caller-tokens.ts';
import { createServiceTarget } from './service-target.ts';

interface Input {
  readonly caller: CallerName | 'file';
  readonly request: Omit<MadeRequest, 'body'> & { readonly body?: string };
}

const KINDS = ['valid', 'valid', 'mutated', 'hostile'] as const;
const callers = [
  ...(Object.keys(CALLERS) as CallerName[]),
  'member',
  'member',
  'administrator',
  'file',
] as const;

/**
 * Every call of the contract, from several callers, against a real service. Answers must be declared and never a
 * server error.
 */
export const contract = createServiceTarget({
  description:
    'every call of the contract with valid, mutated and hostile requests of anonymous callers, members, other tenants, administrators, the operator',
  seededFaults: ['undeclared-status'],
  open: ({ seed, plant, service, callerTokens, operations }) => {
    const line = openLine(service.url);
    const knownValues = initialValues();

    const run = async ({ caller, request }: Input): Promise<string> => {
      const token = caller === 'file' ? await callerTokens.fileToken() : await callerTokens.tokenOf(caller);
      const { body, ...head } = request;
      const made: MadeRequest = {
        ...head,
        headers: { ...head.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        body: body === undefined ? undefined : Buffer.from(body, 'base64'),
      };
      const received = await line.send(made);
      const answer =
        plant === 'undeclared-status' && received.status === 404 ? { ...received, status: 418 } : received;
      if (!service.isRunning()) throw new FalseAcceptance('the service has ended');
      const operation = operationOf(operations, made.method, made.target);
      const hasNoBody = made.method === 'HEAD' || made.method === 'OPTIONS';
      const problem = hasNoBody ? serverErrorOf(answer) : problemOf(operation, answer);
      if (problem)
        throw new FalseAcceptance(
          `${problem}\n${made.method} ${made.target.slice(0, 300)} by ${caller}: ${answer.status} ${answer.body.slice(0, 300)}`,
        );
      if (answer.status === 401) callerTokens.reset();
      if (operation) addKnownValues(knownValues, operation.path, answer);
      return `${answer.status}`;
    };
    const verdictOf = async (input: Input): Promise<Verdict> => {
      const result = await classify(
        () => run(input),
        () => undefined,
      );
      return {
        ...result,
        trail: `${input.caller}: ${input.request.method} ${input.request.target.slice(0, 80)}`,
        ...(result.problem ? { input } : {}),
      };
    };
    return {
      startBlock: () => undefined,
      try: (index) => {
        const random = randomOf(seed, index);
        const operation = random.pick(operations);
        const caller = random.pick(callers);
        knownValues.focus = { caller, tid: caller === 'foreign' ? 'lanhai' : 'huachen' };
        const [made] = fc.sample(requestsOf(operation, random.pick(KINDS), knownValues), {
          seed: seed + index,
          numRuns: 1,
        });
        if (!made) throw new Error('no request was generated');
        const { body, ...head } = made;
        return verdictOf({
          caller,
          request: { ...head, ...(body ? { body: body.toString('base64') } : {}) },
        });
      },
      replay: (input) => verdictOf(input as Input),
      close: async () => line.close(),
    };
  },
});

const serverErrorOf = ({ status }: GivenAnswer): string | undefined =>
  status > 0 && status < 500 ? undefined : 'a server error';

function addKnownValues(knownValues: KnownThings, path: string, { status, type, body }: GivenAnswer): void {
  if (status === 200 && body !== '' && type.startsWith('application/json'))
    knownValues.learn(path, JSON.parse(body));
}

/** Values of the demo data, so that requests reach a use case. */
function initialValues(): KnownThings {
  const knownValues = new KnownThings();
  for (const tid of ['huachen', 'lanhai']) knownValues.add('tid', tid);
  for (const username of Object.values(CALLERS)) knownValues.add('username', username);
  for (const password of ['Demo@2026', 'Wrong-horse-1']) knownValues.add('password', password);
  for (const filter of ['{"state":"awaiting"}', '{"createAt":[0,null]}', '{"keyword":"%"}', '{'])
    knownValues.add('filter', filter);
  for (const role of ['users', 'administrators', 'approvers']) knownValues.add('roleID', role);
  knownValues.add('code', '000000');
  knownValues.add('serviceAPI', 'http://10.0.0.1');
  return knownValues;
}

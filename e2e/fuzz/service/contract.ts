import * as fc from 'fast-check';
import { KnownThings } from '../../../apps/server/tests/generated-client/known-things.ts';
import { openLine } from '../../../apps/server/tests/generated-client/line.ts';
import { type MadeRequest, requestsOf } from '../../../apps/server/tests/generated-client/made-requests.ts';
import {
  type GivenAnswer,
  operationOf,
  problemOf,
} from '../../../apps/server/tests/generated-client/openapi-document.ts';
import { diceOf } from '../dice.ts';
import { fateOf, Wrong } from '../fate.ts';
import type { Target, Verdict } from '../target.ts';
import { fetchOperations } from './operations.ts';
import { CALLERS, type CallerName, peopleOf } from './people.ts';
import { sharedService } from './process.ts';
import { endOf } from './service-end.ts';

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

/** Every call of the contract, from several callers, against a real service: answers are as declared, and never a fault. */
export const contract: Target = {
  what: 'every call of the contract with made and bent requests of nobody, members, foreigners, administrators, the operator',
  plants: ['undeclared-status'],
  inputs: 1500,
  single: true,
  patience: 60,
  open: async ({ seed, plant }) => {
    const service = await sharedService();
    const people = peopleOf(service);
    const line = openLine(service.url);
    const operations = await fetchOperations(service);
    const known = knownThings();
    const before = await service.memory();

    const tried = async ({ caller, request }: Input): Promise<string> => {
      const token = caller === 'file' ? await people.fileToken() : await people.tokenOf(caller);
      const { body, ...head } = request;
      const made: MadeRequest = {
        ...head,
        headers: { ...head.headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        body: body === undefined ? undefined : Buffer.from(body, 'base64'),
      };
      const given = await line.send(made);
      const answer =
        plant === 'undeclared-status' && given.status === 404 ? { ...given, status: 418 } : given;
      if (!service.isUp()) throw new Wrong('the service has ended');
      const operation = operationOf(operations, made.method, made.target);
      const hasNoBody = made.method === 'HEAD' || made.method === 'OPTIONS';
      const problem = hasNoBody ? faultOf(answer) : problemOf(operation, answer);
      if (problem)
        throw new Wrong(
          `${problem}\n${made.method} ${made.target.slice(0, 300)} by ${caller}: ${answer.status} ${answer.body.slice(0, 300)}`,
        );
      if (answer.status === 401) people.forget();
      if (operation) learn(known, operation.path, answer);
      return `${answer.status}`;
    };
    const verdictOf = async (input: Input): Promise<Verdict> => {
      const fate = await fateOf(
        () => tried(input),
        () => undefined,
      );
      return {
        ...fate,
        trail: `${input.caller}: ${input.request.method} ${input.request.target.slice(0, 80)}`,
        ...(fate.problem ? { input } : {}),
      };
    };
    return {
      begin: () => undefined,
      try: (index) => {
        const dice = diceOf(seed, index);
        const operation = dice.pick(operations);
        const caller = dice.pick(callers);
        known.focus = { caller, tid: caller === 'foreign' ? 'lanhai' : 'huachen' };
        const [made] = fc.sample(requestsOf(operation, dice.pick(KINDS), known), {
          seed: seed + index,
          numRuns: 1,
        });
        if (!made) throw new Error('no request was made');
        const { body, ...head } = made;
        return verdictOf({
          caller,
          request: { ...head, ...(body ? { body: body.toString('base64') } : {}) },
        });
      },
      again: (input) => verdictOf(input as Input),
      end: () => endOf(service, before),
      close: async () => line.close(),
    };
  },
};

const faultOf = ({ status }: GivenAnswer): string | undefined =>
  status > 0 && status < 500 ? undefined : 'a fault of the service';

function learn(known: KnownThings, path: string, { status, type, body }: GivenAnswer): void {
  if (status === 200 && body !== '' && type.startsWith('application/json'))
    known.learn(path, JSON.parse(body));
}

/** What the demo has, so that requests get as far as a use case. */
function knownThings(): KnownThings {
  const known = new KnownThings();
  for (const tid of ['huachen', 'lanhai']) known.add('tid', tid);
  for (const username of Object.values(CALLERS)) known.add('username', username);
  for (const password of ['Demo@2026', 'Wrong-horse-1']) known.add('password', password);
  for (const filter of ['{"state":"awaiting"}', '{"createAt":[0,null]}', '{"keyword":"%"}', '{'])
    known.add('filter', filter);
  for (const role of ['users', 'administrators', 'approvers']) known.add('roleID', role);
  known.add('code', '000000');
  known.add('serviceAPI', 'http://10.0.0.1');
  return known;
}

import {
  type GivenAnswer,
  type Operation,
  operationOf,
  problemOf,
} from '../../../apps/server/tests/generated-client/openapi-document.ts';
import { diceOf } from '../dice.ts';
import { fateOf, Wrong } from '../fate.ts';
import type { Target, Verdict } from '../target.ts';
import { type MadeForm, madeForm, requestOf } from './made-form.ts';
import { fetchOperations } from './operations.ts';
import { type People, peopleOf } from './people.ts';
import { type FuzzedService, sharedService } from './process.ts';
import { sendBytes } from './raw-line.ts';
import { endOf } from './service-end.ts';
import { partsOf } from './strict-form.ts';

type Saved = Omit<MadeForm, 'body'> & { readonly body: string };

/** Forms as they come over a socket to a real service: taken byte for byte, or refused as the contract has it. */
export const multipart: Target = {
  what: 'uploads to a real service over a socket: boundaries, names, parts, lengths and chunks as nobody sends them',
  plants: ['stores-other-bytes'],
  inputs: 1500,
  single: true,
  patience: 60,
  open: async ({ seed, plant }) => {
    const service = await sharedService();
    const people = peopleOf(service);
    const operations = await fetchOperations(service);
    const before = await service.memory();
    const world = { service, people, operations, plant };
    const verdictOf = async (form: MadeForm): Promise<Verdict> => {
      const fate = await fateOf(
        () => tried(world, form),
        () => undefined,
      );
      return {
        ...fate,
        trail: `${form.trail}, ${form.framing}`,
        ...(fate.problem ? { input: { ...form, body: form.body.toString('base64') } satisfies Saved } : {}),
      };
    };
    return {
      begin: () => undefined,
      try: (index) => {
        if (index % 500 === 0) people.forget();
        return verdictOf(madeForm(diceOf(seed, index)));
      },
      again: (input) =>
        verdictOf({ ...(input as Saved), body: Buffer.from((input as Saved).body, 'base64') }),
      end: () => endOf(service, before),
    };
  },
};

interface World {
  readonly service: FuzzedService;
  readonly people: People;
  readonly operations: readonly Operation[];
  readonly plant: string | undefined;
}

/** Framings of which no whole body ever comes. */
const UNENDED: ReadonlySet<MadeForm['framing']> = new Set([
  'too long',
  'broken chunks',
  'both',
  'none',
  'too short',
]);

async function tried(world: World, form: MadeForm): Promise<string> {
  const { service, people, operations, plant } = world;
  const token = (await people.fileToken()) ?? '';
  const said = await sendBytes(service.url, requestOf(form, token), !UNENDED.has(form.framing));
  if (!service.isUp()) throw new Wrong('the service has ended');
  if (said === '') {
    if (UNENDED.has(form.framing)) return 'no answer to half a request';
    throw new Wrong('no answer');
  }
  const answer = answerIn(said);
  const isHttp = answer.status === 400 && answer.body === '';
  const problem = isHttp ? undefined : problemOf(operationOf(operations, 'POST', '/api/v1/files'), answer);
  if (problem) throw new Wrong(`${problem}: ${said.slice(0, 500)}`);
  // One is sent after the other: whoever is told of too many at once is told of some that have ended.
  if (answer.status === 429) throw new Wrong('uploads that are over still count');
  if (answer.status >= 300)
    return `${answer.status} ${(JSON.parse(answer.body || '{}') as { code?: string }).code ?? ''}`;
  await checkStored(world, form, { answer, token, plant });
  return 'stored';
}

function answerIn(said: string): GivenAnswer {
  const split = said.indexOf('\r\n\r\n');
  const head = said.slice(0, split);
  const raw = said.slice(split + 4);
  const body = /^transfer-encoding: chunked/im.test(head) ? unchunked(raw) : raw;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0),
    type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
    body: Buffer.from(body, 'latin1').toString(),
  };
}

function unchunked(raw: string): string {
  let whole = '';
  for (let at = 0; ; ) {
    const size = Number.parseInt(raw.slice(at, raw.indexOf('\r\n', at)), 16);
    if (!(size > 0)) return whole;
    const from = raw.indexOf('\r\n', at) + 2;
    whole += raw.slice(from, from + size);
    at = from + size + 2;
  }
}

async function checkStored(
  { service }: World,
  form: MadeForm,
  { answer, token, plant }: { answer: GivenAnswer; token: string; plant: string | undefined },
): Promise<void> {
  const { uri, size } = JSON.parse(answer.body) as { uri: string; size: number };
  const authorization = `Bearer ${token}`;
  const place = `${service.url}/api/v1/files/${encodeURIComponent(uri)}`;
  const stored = Buffer.from(await (await fetch(place, { headers: { authorization } })).arrayBuffer());
  await fetch(place, { method: 'DELETE', headers: { authorization } });
  const body =
    form.framing === 'too short' ? form.body.subarray(0, Math.max(0, form.body.length - 7)) : form.body;
  const meant = partsOf(body, form.boundary).find(({ name, isFile }) => name === 'file1' && isFile);
  const bytes = plant === 'stores-other-bytes' && stored.length > 8 ? stored.subarray(1) : stored;
  if (!meant) throw new Wrong(`stored ${size} bytes of a form that has no such file`);
  // A key that was used before names the file that came with it first.
  const isKnown = form.head.some((line) => line.startsWith('Idempotency-Key'));
  if (!isKnown && !bytes.equals(meant.content))
    throw new Wrong(`stored ${bytes.length} bytes, not the ${meant.content.length} that were sent`);
}

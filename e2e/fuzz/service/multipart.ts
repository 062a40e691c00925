import {
  type GivenAnswer,
  operationOf,
  problemOf,
} from '../../../apps/server/tests/generated-client/openapi-document.ts';
import { randomOf } from '../random.ts';
import type { Verdict } from '../target.ts';
import { classify, FalseAcceptance } from '../verdict.ts';
import { type GeneratedForm, generateForm, requestOf } from './generated-form.ts';
import { sendBytes } from './raw-request.ts';
import { createServiceTarget, type ServiceContext } from './service-target.ts';
import { partsOf } from './strict-form.ts';

type Saved = Omit<GeneratedForm, 'body'> & { readonly body: string };

/** Multipart requests over a socket to a real service. The service stores them exactly or refuses them as declared. */
export const multipart = createServiceTarget({
  description:
    'uploads to a real service over a socket: malformed boundaries, names, parts, lengths and chunks',
  seededFaults: ['stores-other-bytes'],
  open: (context) => {
    const verdictOf = async (form: GeneratedForm): Promise<Verdict> => {
      const fate = await classify(
        () => execute(context, form),
        () => undefined,
      );
      return {
        ...fate,
        trail: `${form.trail}, ${form.framing}`,
        ...(fate.problem ? { input: { ...form, body: form.body.toString('base64') } satisfies Saved } : {}),
      };
    };
    return {
      startBlock: () => undefined,
      try: (index) => {
        if (index % 500 === 0) context.callerTokens.reset();
        return verdictOf(generateForm(randomOf(context.seed, index)));
      },
      replay: (input) =>
        verdictOf({ ...(input as Saved), body: Buffer.from((input as Saved).body, 'base64') }),
    };
  },
});

/** Framings without a complete body. */
const incompleteFramings: ReadonlySet<GeneratedForm['framing']> = new Set([
  'too long',
  'broken chunks',
  'both',
  'none',
  'too short',
]);

async function execute(context: ServiceContext, form: GeneratedForm): Promise<string> {
  const { service, callerTokens, operations, plant } = context;
  const token = (await callerTokens.fileToken()) ?? '';
  const raw = await sendBytes(service.url, requestOf(form, token), !incompleteFramings.has(form.framing));
  if (!service.isRunning()) throw new FalseAcceptance('the service has ended');
  if (raw === '') {
    if (incompleteFramings.has(form.framing)) return 'no answer to half a request';
    throw new FalseAcceptance('no answer');
  }
  const answer = parseAnswer(raw);
  const isHttp = answer.status === 400 && answer.body === '';
  const problem = isHttp ? undefined : problemOf(operationOf(operations, 'POST', '/api/v1/files'), answer);
  if (problem) throw new FalseAcceptance(`${problem}: ${raw.slice(0, 500)}`);
  // Requests are sequential, so 429 would mean that ended uploads still count.
  if (answer.status === 429) throw new FalseAcceptance('ended uploads still count');
  if (answer.status >= 300)
    return `${answer.status} ${(JSON.parse(answer.body || '{}') as { code?: string }).code ?? ''}`;
  await checkStored(context, form, { answer, token, plant });
  return 'stored';
}

function parseAnswer(raw: string): GivenAnswer {
  const split = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, split);
  const content = raw.slice(split + 4);
  const body = /^transfer-encoding: chunked/im.test(head) ? unchunked(content) : content;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1] ?? 0),
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
  { service }: ServiceContext,
  form: GeneratedForm,
  { answer, token, plant }: { answer: GivenAnswer; token: string; plant: string | undefined },
): Promise<void> {
  const { uri, size } = JSON.parse(answer.body) as { uri: string; size: number };
  const authorization = `Bearer ${token}`;
  const place = `${service.url}/api/v1/files/${encodeURIComponent(uri)}`;
  const stored = Buffer.from(await (await fetch(place, { headers: { authorization } })).arrayBuffer());
  await fetch(place, { method: 'DELETE', headers: { authorization } });
  const body =
    form.framing === 'too short' ? form.body.subarray(0, Math.max(0, form.body.length - 7)) : form.body;
  const expectedPart = partsOf(body, form.boundary).find(({ name, isFile }) => name === 'file1' && isFile);
  const bytes = plant === 'stores-other-bytes' && stored.length > 8 ? stored.subarray(1) : stored;
  if (!expectedPart) throw new FalseAcceptance(`stored ${size} bytes of a form without such a file`);
  // A reused idempotency key refers to the file of the first request.
  const isKnown = form.head.some((line) => line.startsWith('Idempotency-Key'));
  if (!isKnown && !bytes.equals(expectedPart.content))
    throw new FalseAcceptance(
      `stored ${bytes.length} bytes instead of the ${expectedPart.content.length} that were sent`,
    );
}

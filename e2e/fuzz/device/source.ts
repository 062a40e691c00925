import type { FrameApi } from '@sealflow/viewers/frame/frame.types.ts';
import { parseOutline } from '@sealflow/viewers/frame/frame-outline.rules.ts';
import { createPageApi } from '@sealflow/viewers/frame/page-api.viewer.ts';
import { CallError, connectPort } from '@sealflow/viewers/frame/port-calls.util.ts';
import type { ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';
import { httpSource, TdfError } from '../../../packages/tdf/src/index.ts';
import { createGeneratedTarget } from '../generated-target.ts';
import { changedTree, type Json, ODD_VALUES } from '../json-tree.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { FalseAcceptance } from '../verdict.ts';

/** The messages of a compromised frame over its port, or the response of a server to a range request. */
type Input =
  | { readonly way: 'frame'; readonly messages: readonly Json[] }
  | { readonly way: 'outline'; readonly value: Json }
  | {
      readonly way: 'server';
      readonly status: number;
      readonly headers: readonly [string, string][];
      readonly length: number;
    };

const SIZE = 1000;
const CONTENT = Uint8Array.from({ length: SIZE }, (_, at) => at % 251);
const NUMBERS: readonly Json[] = [
  0,
  1,
  10,
  SIZE - 1,
  SIZE,
  SIZE + 1,
  -1,
  0.5,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e308,
  null,
  '1',
  [],
  {},
];
const CALLS = [
  'read',
  'read',
  'read',
  'onPage',
  'onProgress',
  'onFound',
  'onKey',
  'onPress',
  'openPart',
  '__proto__',
  'constructor',
  'toString',
];

/** The byte source of the viewers: the page’s side of a hostile frame, and ranges of a broken or hostile server. */
export const source: Target = {
  description:
    'the byte source of viewers: calls of a hostile frame over its port, and responses of a hostile server to ranges',
  seededFaults: ['gives-beyond', 'throws-type-error'],
  inputs: 4000,
  open: async (options) =>
    createGeneratedTarget<Input>(options, {
      generate,
      execute: (input) => execute(input, options.plant),
      refusalCodeOf: (error) =>
        error instanceof TdfError || error instanceof CallError ? error.code : undefined,
    }),
};

function generate(random: Random): Input {
  const way = random.pick(['frame', 'frame', 'server', 'outline'] as const);
  if (way === 'outline')
    return {
      way,
      value: changedTree(
        [{ id: 1, title: 'a', page: 1, items: [{ id: 2, title: 'b', page: null, items: [] }] }],
        random,
      ),
    };
  if (way === 'server') return { way, ...rangeResponse(random) };
  return { way, messages: Array.from({ length: random.pick([1, 3, 40]) }, () => message(random)) };
}

function message(random: Random): Json {
  const call: Json = {
    kind: 'call',
    id: random.below(9),
    name: random.pick(CALLS),
    args: [random.pick(NUMBERS), random.pick(NUMBERS), random.pick(NUMBERS)],
  };
  const failure: Json = {
    kind: random.pick(['failure', 'answer', 'x']),
    id: 1,
    code: random.pick(ODD_VALUES),
    value: random.pick(ODD_VALUES),
  };
  const honest = random.oneIn(4) ? failure : call;
  return random.oneIn(3) ? changedTree(honest, random) : honest;
}

function rangeResponse(random: Random) {
  const ranges = [
    'bytes 0-0/1000',
    'bytes 100-199/1000',
    'bytes 100-199/1001',
    'bytes 0-99/1000',
    'bytes 100-199/*',
    'bytes */1000',
    'bytes */0',
    'bytes 100-199/99999999999999999999',
    'x',
    '',
    'bytes -1-5/3',
  ];
  return {
    status: random.pick([206, 206, 206, 206, 200, 416, 404, 500, 201]),
    headers: [
      ['Content-Range', random.pick(ranges)],
      ['ETag', random.pick(['"1"', '"1"', '"2"', 'W/"1"', 'x'])],
    ] as [string, string][],
    length: random.pick([100, 100, 0, 1, 99, 101, 100_000]),
  };
}

function execute(input: Input, plant: string | undefined): Promise<string> | string {
  if (plant === 'throws-type-error') throw new TypeError('planted');
  if (input.way === 'server') return checkRanges(input);
  if (input.way === 'frame') return checkFrame(input.messages, plant);
  const items = parseOutline(input.value);
  if (JSON.stringify(items).length > 4_000_000) throw new FalseAcceptance('an outline above the limits');
  return 'an outline';
}

/** The first response is valid, the second is the input. */
async function checkRanges({ status, headers, length }: Extract<Input, { way: 'server' }>): Promise<string> {
  let requestCount = 0;
  const call: typeof fetch = async () => {
    requestCount += 1;
    const first = { status: 206, headers: { 'Content-Range': `bytes 0-0/${SIZE}`, ETag: '"1"' } };
    if (requestCount === 1) return new Response(CONTENT.slice(0, 1), first);
    const body = status === 206 || status === 200 ? new Uint8Array(length).fill(7) : null;
    return new Response(body, { status, headers: [...headers] });
  };
  const bytes = await (await httpSource({ url: 'https://files.example/f', fetch: call })).read(100, 100);
  if (bytes.length !== 100) throw new FalseAcceptance(`${bytes.length} bytes for 100`);
  const headerMap = Object.fromEntries(headers);
  if (headerMap['Content-Range'] !== 'bytes 100-199/1000' || headerMap['ETag'] !== '"1"')
    throw new FalseAcceptance(`accepted: ${JSON.stringify(headers)}`);
  return 'read';
}

async function checkFrame(messages: readonly Json[], plant: string | undefined): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const aborter = new AbortController();
  let opened = 0;
  const stage = {
    content: {
      size: SIZE,
      read: async (offset: number, length: number) => CONTENT.slice(offset, offset + length),
    },
    onPage: () => undefined,
    onProgress: () => undefined,
    openPart: () => {
      opened += 1;
    },
  } as unknown as ViewerStage;
  const pageApi = createPageApi({
    stage,
    signal: aborter.signal,
    onFailure: () => undefined,
    pauseDuring: (outside) => outside,
    onFound: () => undefined,
    onKey: () => undefined,
    readPart: async (_id, _offset, length) => new Uint8Array(length),
    closePart: () => undefined,
    hasUserActivation: () => false,
  });
  const call = connectPort<FrameApi>(port1, pageApi, aborter.signal);
  const pendingCall = call('countPictures').then(
    () => 'resolved',
    (error: unknown) => (error instanceof CallError ? 'refused' : Promise.reject(error)),
  );
  try {
    const replies = await repliesOf(port2, messages);
    for (const bytes of replies)
      if (bytes.length > SIZE + (plant === 'gives-beyond' ? -SIZE : 0))
        throw new FalseAcceptance(`${bytes.length} bytes of ${SIZE}`);
    if (opened > 0) throw new FalseAcceptance('a part was opened without a user action');
    return `${replies.length} reads`;
  } finally {
    aborter.abort();
    await pendingCall;
    port1.close();
    port2.close();
  }
}

/** Sends all messages and a final one. All replies before the final reply are data that the page released. */
function repliesOf(port: MessagePort, messages: readonly Json[]): Promise<Uint8Array[]> {
  const finalId = 999_999;
  const released: Uint8Array[] = [];
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<{ id?: unknown; value?: unknown } | null>) => {
      if (data?.value instanceof Uint8Array) released.push(data.value);
      if (data?.id === finalId) resolve(released);
    };
    for (const one of messages) port.postMessage(one);
    port.postMessage({ kind: 'call', id: finalId, name: 'read', args: [0, 1] });
  });
}

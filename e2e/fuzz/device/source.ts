import type { FrameApi } from '@sealflow/viewers/frame/frame.types.ts';
import { parseOutline } from '@sealflow/viewers/frame/frame-outline.rules.ts';
import { createPageApi } from '@sealflow/viewers/frame/page-api.viewer.ts';
import { CallError, connectPort } from '@sealflow/viewers/frame/port-calls.util.ts';
import type { ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';
import { httpSource, TdfError } from '../../../packages/tdf/src/index.ts';
import { byWays } from '../by-ways.ts';
import type { Dice } from '../dice.ts';
import { Wrong } from '../fate.ts';
import { changedTree, type Json, ODD_VALUES } from '../json-tree.ts';
import type { Target } from '../target.ts';

/** What a frame that has fallen into other hands says over its port, or what a server answers to a range. */
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

/** The byte source of the viewers: the page's side of a hostile frame, and ranges of a broken or hostile server. */
export const source: Target = {
  what: 'the bytes that viewers get: calls of a hostile frame over its port, and answers of a hostile server to ranges',
  plants: ['gives-beyond', 'throws-type-error'],
  inputs: 4000,
  open: async (options) =>
    byWays<Input>(options, {
      made,
      tried: (input) => tried(input, options.plant),
      codeOf: (error) => (error instanceof TdfError || error instanceof CallError ? error.code : undefined),
    }),
};

function made(dice: Dice): Input {
  const way = dice.pick(['frame', 'frame', 'server', 'outline'] as const);
  if (way === 'outline')
    return {
      way,
      value: changedTree(
        [{ id: 1, title: 'a', page: 1, items: [{ id: 2, title: 'b', page: null, items: [] }] }],
        dice,
      ),
    };
  if (way === 'server') return { way, ...answer(dice) };
  return { way, messages: Array.from({ length: dice.pick([1, 3, 40]) }, () => message(dice)) };
}

function message(dice: Dice): Json {
  const call: Json = {
    kind: 'call',
    id: dice.below(9),
    name: dice.pick(CALLS),
    args: [dice.pick(NUMBERS), dice.pick(NUMBERS), dice.pick(NUMBERS)],
  };
  const failure: Json = {
    kind: dice.pick(['failure', 'answer', 'x']),
    id: 1,
    code: dice.pick(ODD_VALUES),
    value: dice.pick(ODD_VALUES),
  };
  const honest = dice.oneIn(4) ? failure : call;
  return dice.oneIn(3) ? changedTree(honest, dice) : honest;
}

function answer(dice: Dice) {
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
    status: dice.pick([206, 206, 206, 206, 200, 416, 404, 500, 201]),
    headers: [
      ['Content-Range', dice.pick(ranges)],
      ['ETag', dice.pick(['"1"', '"1"', '"2"', 'W/"1"', 'x'])],
    ] as [string, string][],
    length: dice.pick([100, 100, 0, 1, 99, 101, 100_000]),
  };
}

function tried(input: Input, plant: string | undefined): Promise<string> | string {
  if (plant === 'throws-type-error') throw new TypeError('planted');
  if (input.way === 'server') return ranged(input);
  if (input.way === 'frame') return framed(input.messages, plant);
  const items = parseOutline(input.value);
  if (JSON.stringify(items).length > 4_000_000) throw new Wrong('an outline without measure');
  return 'an outline';
}

/** The first answer is a good one; the second is what is tried. */
async function ranged({ status, headers, length }: Extract<Input, { way: 'server' }>): Promise<string> {
  let asked = 0;
  const call: typeof fetch = async () => {
    asked += 1;
    const first = { status: 206, headers: { 'Content-Range': `bytes 0-0/${SIZE}`, ETag: '"1"' } };
    if (asked === 1) return new Response(CONTENT.slice(0, 1), first);
    const body = status === 206 || status === 200 ? new Uint8Array(length).fill(7) : null;
    return new Response(body, { status, headers: [...headers] });
  };
  const bytes = await (await httpSource({ url: 'https://files.example/f', fetch: call })).read(100, 100);
  if (bytes.length !== 100) throw new Wrong(`${bytes.length} bytes for 100`);
  const said = Object.fromEntries(headers);
  if (said['Content-Range'] !== 'bytes 100-199/1000' || said['ETag'] !== '"1"')
    throw new Wrong(`taken: ${JSON.stringify(headers)}`);
  return 'read';
}

async function framed(messages: readonly Json[], plant: string | undefined): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const ending = new AbortController();
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
  const answers = createPageApi({
    stage,
    signal: ending.signal,
    onFailure: () => undefined,
    pauseDuring: (outside) => outside,
    onFound: () => undefined,
    onKey: () => undefined,
    readPart: async (_id, _offset, length) => new Uint8Array(length),
    closePart: () => undefined,
    hasUserActivation: () => false,
  });
  const call = connectPort<FrameApi>(port1, answers, ending.signal);
  const waiting = call('countPictures').then(
    () => 'answered',
    (error: unknown) => (error instanceof CallError ? 'refused' : Promise.reject(error)),
  );
  try {
    const said = await heard(port2, messages);
    for (const bytes of said)
      if (bytes.length > SIZE + (plant === 'gives-beyond' ? -SIZE : 0))
        throw new Wrong(`${bytes.length} bytes of ${SIZE}`);
    if (opened > 0) throw new Wrong('a part was opened that nobody had pressed');
    return `${said.length} reads`;
  } finally {
    ending.abort();
    await waiting;
    port1.close();
    port2.close();
  }
}

/** Says all messages, and a last one whose answer ends it: what comes before is bytes that were given. */
function heard(port: MessagePort, messages: readonly Json[]): Promise<Uint8Array[]> {
  const last = 999_999;
  const given: Uint8Array[] = [];
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<{ id?: unknown; value?: unknown } | null>) => {
      if (data?.value instanceof Uint8Array) given.push(data.value);
      if (data?.id === last) resolve(given);
    };
    for (const one of messages) port.postMessage(one);
    port.postMessage({ kind: 'call', id: last, name: 'read', args: [0, 1] });
  });
}

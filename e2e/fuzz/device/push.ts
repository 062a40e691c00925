import { assertSafePath } from '../../../apps/mobile/src/platform/adapters/safe-path.util.ts';
import { createSseParser, type LiveEvent } from '../../../apps/mobile/src/platform/live/sse-parser.rules.ts';
import { StorageError } from '../../../apps/mobile/src/platform/ports/storage.errors.ts';
import { isWorkerMessage } from '../../../apps/mobile/src/platform/push/push-messages.rules.ts';
import { parsePushNote, pathOfNote } from '../../../apps/mobile/src/platform/push/push-note.rules.ts';
import { notificationOf, parsePushData } from '../../../apps/mobile/src/service-worker/notification.rules.ts';
import { nastyTexts } from '../../../apps/server/tests/generated-client/nasty-values.ts';
import { safeFileName } from '../../../packages/domain/src/file-names.ts';
import { byWays } from '../by-ways.ts';
import type { Dice } from '../dice.ts';
import { Wrong } from '../fate.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json, ODD_VALUES } from '../json-tree.ts';
import type { Target } from '../target.ts';

/** What comes to the device, as JSON where it comes decoded, as text where the device decodes it. */
interface Input {
  readonly way: (typeof WAYS)[number];
  readonly value: Json;
  /** Where a stream is cut. */
  readonly cut: number;
}

const WAYS = ['push', 'pushed text', 'worker message', 'events', 'file name', 'path'] as const;

const NOTE: Json = { msgID: 'm1', sessionID: 's 1', type: 'task', tid: 't1' };
const MESSAGES: readonly Json[] = [
  { kind: 'push', note: NOTE },
  { kind: 'open', path: '/messagelist?sessionID=s1' },
  { kind: 'film', id: 1 },
];
const STREAM =
  'retry: 3000\n\nevent: badge\ndata: {}\n\n:\n\nevent: message\ndata: {"sessionID":"s1","tid":"t1"}\n\nevent: task\ndata: {"tid":"t1",\ndata: "taskID":"k1"}\n\nevent: flow\ndata: {"tid":"t1"}\n\n';
const NAMES = [
  '合同.pdf',
  '../../etc/passwd',
  'C:\\a\\b.docx',
  'CON.txt',
  'a\u202Efdp.exe',
  '.htaccess',
  'x'.repeat(400),
  '😀'.repeat(90),
  'a/b/c',
  '...',
  'nul',
  ' a ',
  'e\u0301.pdf',
];
const PLACES = [
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '\\\\elsewhere.example',
  'javascript:alert(1)',
  '/',
  '/a?b=c',
  '',
  ' /',
  '\t//x',
  '/\t/x',
  '//[',
  'a:b',
];

/** What pushes, events, other apps and the service worker bring to the app: each is ignored or becomes its closed type. */
export const push: Target = {
  what: 'pushes, notes that are pressed, live events, messages of the service worker, names and paths of incoming files',
  plants: ['leads-outside', 'throws-type-error'],
  inputs: 20_000,
  open: async (options) =>
    byWays<Input>(options, {
      made,
      tried: (input) => tried(input, options.plant),
      codeOf: (error) => (error instanceof StorageError ? error.code : undefined),
    }),
};

function made(dice: Dice): Input {
  const way = dice.pick(WAYS);
  return { way, value: valueOf(way, dice), cut: 1 + dice.below(30) };
}

function valueOf(way: Input['way'], dice: Dice): Json {
  if (dice.oneIn(12)) return dice.pick(ODD_VALUES);
  if (way === 'push') return changedTree(NOTE, dice);
  if (way === 'pushed text')
    return changedText(JSON.stringify(dice.oneIn(2) ? NOTE : changedTree(NOTE, dice)), dice);
  if (way === 'worker message') {
    if (dice.oneIn(2)) return { kind: 'open', path: dice.pick([...PLACES, ...nastyTexts]) };
    return changedTree(dice.pick(MESSAGES), dice);
  }
  if (way === 'events')
    return bent(dice.oneIn(30) ? STREAM.replace('t1', 'x'.repeat(100_000)) : STREAM, dice);
  return bent(dice.pick([...NAMES, ...nastyTexts]), dice);
}

const bent = (text: string, dice: Dice): string =>
  dice.oneIn(6) ? text : Buffer.from(manyHavocs(Uint8Array.from(Buffer.from(text)), dice)).toString();

function tried({ way, value, cut }: Input, plant: string | undefined): string {
  if (plant === 'throws-type-error' && way === 'push') throw new TypeError('planted');
  if (way === 'push') return noted(value);
  if (way === 'pushed text') return pushed(textIn(value));
  if (way === 'worker message') return told(value, plant);
  if (way === 'events') return events(textIn(value), cut);
  return way === 'path' ? place(textIn(value)) : named(textIn(value));
}

const textIn = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const TYPES: ReadonlySet<string> = new Set(['announcement', 'text', 'text_voice', 'flow', 'task']);

/** Where the app would be after going there: never anywhere but in itself. */
function leads(path: unknown): void {
  if (typeof path !== 'string') throw new Wrong(`a place that is no text: ${JSON.stringify(path)}`);
  const origin = 'https://files.example';
  if (!path.startsWith('/') || new URL(path, origin).origin !== origin)
    throw new Wrong(`a place outside of the app: ${path}`);
}

function noted(value: Json): string {
  const note = parsePushNote(value);
  leads(pathOfNote(note));
  if (note === null) return 'ignored';
  if (
    !isText(note.msgID) ||
    !isText(note.sessionID) ||
    !TYPES.has(note.type) ||
    !(note.tid === null || isText(note.tid))
  )
    throw new Wrong(`no note: ${JSON.stringify(note)}`);
  return 'a note';
}

function pushed(text: string): string {
  const note = parsePushData({ json: () => JSON.parse(text) as unknown });
  for (const language of ['zh', 'en'] as const) {
    for (const isAppVisible of [true, false]) {
      const { title, tag, data } = notificationOf({ note, language, isAppVisible });
      if (!isText(title) || !isText(tag))
        throw new Wrong(`a notification that no browser shows: ${JSON.stringify({ title, tag })}`);
      leads(data.path);
    }
  }
  return note === null ? 'ignored' : 'a notification';
}

function told(value: Json, plant: string | undefined): string {
  const isTaken = plant === 'leads-outside' || isWorkerMessage(value);
  if (!isTaken) return 'ignored';
  const message = value as { kind?: unknown; path?: unknown };
  if (message?.kind !== 'open') return 'a push';
  leads(message.path);
  return 'a place';
}

function events(text: string, cut: number): string {
  const heard: LiveEvent[] = [];
  const read = createSseParser((event) => heard.push(event));
  const whole: LiveEvent[] = [];
  for (let at = 0; at < text.length; at += cut) read(text.slice(at, at + cut));
  createSseParser((event) => whole.push(event))(text);
  for (const { name, data } of heard) {
    if (!['badge', 'message', 'task', 'flow'].includes(name)) throw new Wrong(`an event ${name}`);
    if (Object.values(data).some((entry) => typeof entry !== 'string'))
      throw new Wrong(`an event with ${JSON.stringify(data)}`);
  }
  if (JSON.stringify(heard) !== JSON.stringify(whole))
    throw new Wrong('another reading where the stream is cut');
  return `${heard.length} events`;
}

function named(text: string): string {
  const name = safeFileName(text);
  if (
    name === '' ||
    name.length > 120 ||
    Buffer.from(name).length > 240 ||
    /[\p{Cc}/\\:*?"<>|\u202a-\u202e]|^\.|[. ]$/u.test(name)
  )
    throw new Wrong(`no safe name: ${JSON.stringify(name)}`);
  if (safeFileName(name) !== name) throw new Wrong(`${JSON.stringify(name)} is made safe once more`);
  return 'a safe name';
}

function place(text: string): string {
  const path = assertSafePath(text);
  if (path !== text || !new URL(path, 'file:///folder/').pathname.startsWith('/folder/'))
    throw new Wrong(`a path outside: ${JSON.stringify(path)}`);
  return 'a path';
}

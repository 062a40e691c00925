import { assertSafePath } from '../../../apps/mobile/src/platform/adapters/safe-path.util.ts';
import { StorageError } from '../../../apps/mobile/src/platform/ports/storage.errors.ts';
import { isWorkerMessage } from '../../../apps/mobile/src/platform/push/push-messages.rules.ts';
import { parsePushNote, pathOfNote } from '../../../apps/mobile/src/platform/push/push-note.rules.ts';
import { notificationOf, parsePushData } from '../../../apps/mobile/src/service-worker/notification.rules.ts';
import { nastyTexts } from '../../../apps/server/tests/generated-client/nasty-values.ts';
import { safeFileName } from '../../../packages/domain/src/file-names.ts';
import { createSseParser, type LiveEvent } from '../../../packages/sdk/src/sse-parser.util.ts';
import { createGeneratedTarget } from '../generated-target.ts';
import { manyHavocs } from '../havoc.ts';
import { changedText } from '../json-text.ts';
import { changedTree, type Json, ODD_VALUES } from '../json-tree.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';
import { FalseAcceptance } from '../verdict.ts';

/** Data that arrives at the device: JSON if it arrives decoded, text if the device decodes it. */
interface Input {
  readonly way: (typeof WAYS)[number];
  readonly value: Json;
  /** The position at which a stream is split. */
  readonly cut: number;
}

const WAYS = ['push', 'pushed text', 'worker message', 'events', 'file name', 'path'] as const;

const NOTE: Json = { msgID: 'm1', sessionID: 's 1', type: 'task', tid: 't1', flowID: 'f1', taskID: 'k1' };
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

/** Data of pushes, events, other apps and the service worker. The app ignores it or converts it to its closed type. */
export const push: Target = {
  description:
    'pushes, pressed notifications, live events, service worker messages, names and paths of incoming files',
  seededFaults: ['leads-outside', 'throws-type-error'],
  inputs: 20_000,
  open: async (options) =>
    createGeneratedTarget<Input>(options, {
      generate,
      execute: (input) => execute(input, options.plant),
      refusalCodeOf: (error) => (error instanceof StorageError ? error.code : undefined),
    }),
};

function generate(random: Random): Input {
  const way = random.pick(WAYS);
  return { way, value: valueOf(way, random), cut: 1 + random.below(30) };
}

function valueOf(way: Input['way'], random: Random): Json {
  if (random.oneIn(12)) return random.pick(ODD_VALUES);
  if (way === 'push') return changedTree(NOTE, random);
  if (way === 'pushed text')
    return changedText(JSON.stringify(random.oneIn(2) ? NOTE : changedTree(NOTE, random)), random);
  if (way === 'worker message') {
    if (random.oneIn(2)) return { kind: 'open', path: random.pick([...PLACES, ...nastyTexts]) };
    return changedTree(random.pick(MESSAGES), random);
  }
  if (way === 'events')
    return changedBytes(random.oneIn(30) ? STREAM.replace('t1', 'x'.repeat(100_000)) : STREAM, random);
  return changedBytes(random.pick([...NAMES, ...nastyTexts]), random);
}

const changedBytes = (text: string, random: Random): string =>
  random.oneIn(6) ? text : Buffer.from(manyHavocs(Uint8Array.from(Buffer.from(text)), random)).toString();

function execute({ way, value, cut }: Input, plant: string | undefined): string {
  if (plant === 'throws-type-error' && way === 'push') throw new TypeError('planted');
  if (way === 'push') return checkNote(value);
  if (way === 'pushed text') return checkPush(textIn(value));
  if (way === 'worker message') return checkWorkerMessage(value, plant);
  if (way === 'events') return events(textIn(value), cut);
  return way === 'path' ? checkPath(textIn(value)) : checkFileName(textIn(value));
}

const textIn = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const TYPES: ReadonlySet<string> = new Set(['announcement', 'text', 'text_voice', 'flow', 'task']);

/** Asserts that a navigation stays inside of the app. */
function assertInApp(path: unknown): void {
  if (typeof path !== 'string')
    throw new FalseAcceptance(`a path that is not a string: ${JSON.stringify(path)}`);
  const origin = 'https://files.example';
  if (!path.startsWith('/') || new URL(path, origin).origin !== origin)
    throw new FalseAcceptance(`a path outside of the app: ${path}`);
}

function checkNote(value: Json): string {
  const note = parsePushNote(value);
  for (const action of [undefined, 'approve', 'reject', 'toString']) assertInApp(pathOfNote(note, action));
  if (note === null) return 'ignored';
  if (
    !isText(note.msgID) ||
    !isText(note.sessionID) ||
    !TYPES.has(note.type) ||
    !(note.tid === null || isText(note.tid))
  )
    throw new FalseAcceptance(`an invalid note: ${JSON.stringify(note)}`);
  return 'a note';
}

function checkPush(text: string): string {
  const note = parsePushData({ json: () => JSON.parse(text) as unknown });
  for (const language of ['zh', 'en'] as const) {
    for (const isAppVisible of [true, false]) {
      const { title, tag, data } = notificationOf({ note, language, isAppVisible });
      if (!isText(title) || !isText(tag))
        throw new FalseAcceptance(`an invalid notification: ${JSON.stringify({ title, tag })}`);
      for (const path of [data.path, ...Object.values(data.pathByAction)]) assertInApp(path);
    }
  }
  return note === null ? 'ignored' : 'a notification';
}

function checkWorkerMessage(value: Json, plant: string | undefined): string {
  const isTaken = plant === 'leads-outside' || isWorkerMessage(value);
  if (!isTaken) return 'ignored';
  const message = value as { kind?: unknown; path?: unknown };
  if (message?.kind !== 'open') return 'a push';
  assertInApp(message.path);
  return 'a place';
}

function events(text: string, cut: number): string {
  const checkEvents: LiveEvent[] = [];
  const read = createSseParser((event) => checkEvents.push(event));
  const whole: LiveEvent[] = [];
  for (let at = 0; at < text.length; at += cut) read(text.slice(at, at + cut));
  createSseParser((event) => whole.push(event))(text);
  for (const { name, data } of checkEvents) {
    if (!['badge', 'message', 'task', 'flow'].includes(name)) throw new FalseAcceptance(`an event ${name}`);
    if (Object.values(data).some((entry) => typeof entry !== 'string'))
      throw new FalseAcceptance(`an event with ${JSON.stringify(data)}`);
  }
  if (JSON.stringify(checkEvents) !== JSON.stringify(whole))
    throw new FalseAcceptance('another result for a split stream');
  return `${checkEvents.length} events`;
}

function checkFileName(text: string): string {
  const name = safeFileName(text);
  if (
    name === '' ||
    name.length > 120 ||
    Buffer.from(name).length > 240 ||
    /[\p{Cc}/\\:*?"<>|\u202a-\u202e]|^\.|[. ]$/u.test(name)
  )
    throw new FalseAcceptance(`an unsafe name: ${JSON.stringify(name)}`);
  if (safeFileName(name) !== name)
    throw new FalseAcceptance(`${JSON.stringify(name)} changes when sanitised again`);
  return 'a safe name';
}

function checkPath(text: string): string {
  const path = assertSafePath(text);
  if (path !== text || !new URL(path, 'file:///folder/').pathname.startsWith('/folder/'))
    throw new FalseAcceptance(`a path outside: ${JSON.stringify(path)}`);
  return 'a path';
}

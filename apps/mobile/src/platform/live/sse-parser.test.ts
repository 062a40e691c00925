import { expect, it } from 'vitest';
import { createSseParser, type LiveEvent } from './sse-parser.rules.ts';

const stream = [
  'retry: 3000',
  '',
  'event: badge',
  'data: {}',
  '',
  ':',
  '',
  'event: message',
  'data: {"sessionID":"s1","tid":"t1"}',
  '',
  'event: tomorrow',
  'data: {}',
  '',
  'event: task',
  'data: {"tid":"t1",',
  'data: "taskID":"k1"}',
  '',
  'event: flow',
  'data: no json',
  '',
  '',
];
const told: LiveEvent[] = [
  { name: 'badge', data: {} },
  { name: 'message', data: { sessionID: 's1', tid: 't1' } },
  { name: 'task', data: { tid: 't1', taskID: 'k1' } },
];

it.each(['\n', '\r\n', '\r'])('reads events wherever the stream is cut, with line ends %j', (end) => {
  const text = stream.join(end);
  for (let size = 1; size <= text.length; size += 1) {
    const events: LiveEvent[] = [];
    const read = createSseParser((event) => events.push(event));
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
    expect(events).toEqual(told);
  }
});

it('tells nothing of an event that is not whole', () => {
  const events: LiveEvent[] = [];
  createSseParser((event) => events.push(event))('event: badge\ndata: {}\n');
  expect(events).toEqual([]);
});

it('takes only names and ids, whatever a line carries', () => {
  const events: LiveEvent[] = [];
  const read = createSseParser((event) => events.push(event));
  for (const data of [
    '7',
    '"text"',
    '[1]',
    'null',
    '{"tid":7,"taskID":"k1","more":{"tid":"x"}}',
    '{"tid":"a\u2028b"}',
  ])
    read(`event: task\ndata: ${data}\n\n`);
  expect(events).toEqual([
    { name: 'task', data: { taskID: 'k1' } },
    { name: 'task', data: { tid: 'a\u2028b' } },
  ]);
});

it('keeps nothing of an event without end, and reads on behind it', () => {
  const events: LiveEvent[] = [];
  const read = createSseParser((event) => events.push(event));
  read('event: task\ndata: {"tid":"');
  for (let piece = 0; piece < 100; piece += 1) read('x'.repeat(10_000));
  read('"}\n\nevent: task\n');
  for (let line = 0; line < 10_000; line += 1) read('data: "xxxxxxxxxxxxxxx",\n');
  read('\nevent: badge\ndata: {}\n\n');
  expect(events).toEqual([{ name: 'badge', data: {} }]);
});

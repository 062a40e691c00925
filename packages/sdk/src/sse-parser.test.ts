import { expect, it } from 'vitest';
import { createSseParser, type LiveEvent } from './sse-parser.util.ts';

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
const expected: LiveEvent[] = [
  { name: 'badge', data: {} },
  { name: 'message', data: { sessionID: 's1', tid: 't1' } },
  { name: 'task', data: { tid: 't1', taskID: 'k1' } },
];

it.each(['\n', '\r\n', '\r'])('parses events across chunk boundaries, with line ends %j', (end) => {
  const text = stream.join(end);
  for (let size = 1; size <= text.length; size += 1) {
    const events: LiveEvent[] = [];
    const read = createSseParser((event) => events.push(event));
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
    expect(events).toEqual(expected);
  }
});

it('reports no event that is incomplete', () => {
  const events: LiveEvent[] = [];
  createSseParser((event) => events.push(event))('event: badge\ndata: {}\n');
  expect(events).toEqual([]);
});

it('keeps only the name and the string ids of an event, whatever the data contains', () => {
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

it('discards an event that exceeds the limit, and continues with the next event', () => {
  const events: LiveEvent[] = [];
  const read = createSseParser((event) => events.push(event));
  read('event: task\ndata: {"tid":"');
  for (let piece = 0; piece < 100; piece += 1) read('x'.repeat(10_000));
  read('"}\n\nevent: task\n');
  for (let line = 0; line < 10_000; line += 1) read('data: "xxxxxxxxxxxxxxx",\n');
  read('\nevent: badge\ndata: {}\n\n');
  expect(events).toEqual([{ name: 'badge', data: {} }]);
});

import { expect, it } from 'vitest';
import { createEventReader, type LiveEvent } from './event-lines.rules.ts';

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
    const read = createEventReader((event) => events.push(event));
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
    expect(events).toEqual(told);
  }
});

it('tells nothing of an event that is not whole', () => {
  const events: LiveEvent[] = [];
  createEventReader((event) => events.push(event))('event: badge\ndata: {}\n');
  expect(events).toEqual([]);
});

import type { Message } from '@sealflow/contract';
import { expect, it } from 'vitest';
import type { Api } from '../../platform/api/index.ts';
import { createArrivalMonitor } from './arrival-monitor.usecases.ts';

const message = (createAt: number, type: Message['type'], more: Partial<Message> = {}): Message => ({
  msgID: `m${createAt}`,
  sessionID: 's1',
  type,
  title: '',
  text: `text ${createAt}`,
  createAt,
  read: false,
  link: null,
  ...more,
});

function start(messages: Message[]) {
  const spoken: string[] = [];
  let looks = 0;
  const call = async (name: string) => {
    looks += 1;
    if (name === 'GET /api/v1/user-msg-sessions') {
      return { data: [{ sessionID: 's1', unread: 1, updateAt: messages[0]?.createAt ?? 0 }] };
    }
    return { total: messages.length, data: messages };
  };
  const arrivals = createArrivalMonitor({
    api: { call: call as Api['call'] },
    since: 100,
    onSpoken: ({ text }) => spoken.push(text),
  });
  return { arrivals, spoken, looks: () => looks };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

it('reads new audible messages aloud once, the oldest first', async () => {
  const messages = [
    message(130, 'text_voice'),
    message(120, 'text'),
    message(110, 'text_voice'),
    message(105, 'text_voice', { read: true }),
    message(100, 'text_voice'),
  ];
  const { arrivals, spoken } = start(messages);
  arrivals.check('s1');
  arrivals.check('s1');
  await settle();
  expect(spoken).toEqual(['text 110', 'text 130']);
  messages.unshift(message(140, 'text_voice', { text: '', title: 'its title' }));
  arrivals.check('s1');
  await settle();
  expect(spoken).toEqual(['text 110', 'text 130', 'its title']);
});

it('finds messages without an event through the session list, and requests only changed sessions', async () => {
  const messages = [message(130, 'text_voice')];
  const { arrivals, spoken, looks } = start(messages);
  arrivals.checkAll();
  await settle();
  expect([spoken, looks()]).toEqual([['text 130'], 2]);
  arrivals.checkAll();
  await settle();
  expect([spoken, looks()]).toEqual([['text 130'], 3]);
});

it('reads nothing aloud after it has ended', async () => {
  const { arrivals, spoken } = start([message(130, 'text_voice')]);
  arrivals.close();
  arrivals.check('s1');
  await settle();
  expect(spoken).toEqual([]);
});

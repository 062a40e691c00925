import { expect, it } from 'vitest';
import { connectPort } from './port-calls.util.ts';

type Theirs = { readonly ask: (words: string) => Promise<string> };

function pair(answer: Theirs['ask']) {
  const { port1, port2 } = new MessageChannel();
  const ending = new AbortController();
  connectPort(port2, { ask: answer });
  const call = connectPort<Theirs>(port1, {}, ending.signal);
  const end = () => {
    ending.abort();
    port1.close();
  };
  return { call, end, other: port2 };
}

it('transfers calls and answers, and of an error only its code', async () => {
  const { call, end } = pair(async (words) => {
    if (words === 'bad') throw Object.assign(new Error('with a secret'), { code: 'tooLarge' });
    return `${words}!`;
  });
  expect(await call('ask', 'a')).toBe('a!');
  await expect(call('ask', 'bad')).rejects.toMatchObject({ code: 'tooLarge', message: 'tooLarge' });
  end();
});

it('rejects pending and later calls once it is closed', async () => {
  const { call, end } = pair(() => new Promise<string>(() => undefined));
  const waiting = call('ask', 'a');
  end();
  await expect(waiting).rejects.toMatchObject({ code: 'closed' });
  await expect(call('ask', 'b')).rejects.toMatchObject({ code: 'closed' });
});

it('rejects unknown calls and ignores invalid messages', async () => {
  const { call, end, other } = pair(async (words) => words);
  other.postMessage(null);
  other.postMessage('call');
  const any = call as unknown as (name: string) => Promise<unknown>;
  await expect(any('constructor')).rejects.toMatchObject({ code: 'unknown' });
  expect(await call('ask', 'still')).toBe('still');
  end();
});

it('treats an error with a code that is not a string as an error without a code', async () => {
  const { port1, port2 } = new MessageChannel();
  const call = connectPort<Theirs>(port1, {});
  const asked = call('ask', 'a');
  port2.postMessage({ kind: 'failure', id: 1, code: { toString: 'x' } });
  await expect(asked).rejects.toMatchObject({ code: 'failed' });
  port1.close();
});

import { expect, it } from 'vitest';
import { withCircuitBreaker } from './circuit-breaker.adapter.ts';
import type { PushNote, PushResult } from './push.port.ts';

const note = {} as PushNote;
const sent: PushResult = { outcome: 'sent' };
const lost: PushResult = { outcome: 'later', reason: 'TimeoutError' };

/** A sender whose results and clock the test controls. Tokens have the form `place/number`. */
function open() {
  let now = 0;
  const pending = new Map<string, (result: PushResult) => void>();
  const sender = withCircuitBreaker(
    {
      check: () => 'good',
      identify: (token) => token,
      send: (token) => new Promise((resolve) => void pending.set(token, resolve)),
      close: () => {},
    },
    { destinationOf: (token) => token.split('/')[0] ?? '', now: () => now },
  );
  return {
    pass: (milliseconds: number) => void (now += milliseconds),
    send: (token: string) => sender.send(token, note),
    respond: (token: string, result: PushResult) => {
      pending.get(token)?.(result);
      pending.delete(token);
    },
    pending: () => [...pending.keys()],
  };
}

const notNow = { outcome: 'later', reason: 'does not answer' };

it('pauses an unresponsive host for a minute, then probes it once, and serves all other hosts meanwhile', async () => {
  const { pass, send, respond, pending } = open();
  const first = send('dead/1');
  pass(10_000);
  respond('dead/1', lost);
  expect(await first).toEqual(lost);
  pass(59_999);
  expect(await send('dead/2')).toEqual(notNow);
  const other = send('well/1');
  respond('well/1', sent);
  expect(await other).toEqual(sent);
  pass(1);
  const probe = send('dead/3');
  expect(await send('dead/4')).toEqual(notNow);
  expect(pending()).toEqual(['dead/3']);
  respond('dead/3', sent);
  expect(await probe).toEqual(sent);
  void send('dead/5');
  void send('dead/6');
  expect(pending()).toEqual(['dead/5', 'dead/6']);
});

it('lets at most four pushes wait for a slow host', async () => {
  const { pass, send, pending } = open();
  void send('slow/1');
  for (let n = 0; n < 60; n += 1) void send(`well/${n}`);
  pass(2000);
  for (const n of [2, 3, 4]) void send(`slow/${n}`);
  expect(await send('slow/5')).toEqual(notNow);
  expect(pending().filter((token) => token.startsWith('slow'))).toHaveLength(4);
  expect(pending().filter((token) => token.startsWith('well'))).toHaveLength(60);
});

it('does not pause a host that rejects quickly', async () => {
  const { send, respond, pending } = open();
  const pushes = [1, 2].map((n) => send(`busy/${n}`));
  for (const n of [1, 2]) respond(`busy/${n}`, { outcome: 'later', reason: 'status 503' });
  await Promise.all(pushes);
  void send('busy/3');
  void send('busy/4');
  expect(pending()).toEqual(['busy/3', 'busy/4']);
});

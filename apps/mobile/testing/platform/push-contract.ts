import { expect, it } from 'vitest';
import type { WorkerMessage } from '../../src/platform/ports/push.port.ts';
import type { Rig } from './rig.ts';

const record = { accountId: 'a-1', deviceId: 'd1', language: 'zh' } as const;
const note = { msgID: 'm1', sessionID: 's 1', type: 'text_voice', tid: 't1' };

/** The contract of the push port. */
export function pushContract({ start, lacks }: Rig): void {
  it('asks the person, and keeps to what they said', async () => {
    const { platform, device } = await start();
    const { push } = platform;
    expect(await push.permission()).toBe('prompt');
    device.setPushAnswer(false);
    expect([await push.requestPermission(), await push.permission()]).toEqual(['denied', 'denied']);
  });

  it('tells of pushes and of pressed notifications, until nobody listens', async () => {
    const { platform, device } = await start();
    const received: WorkerMessage[] = [];
    const end = platform.push.subscribeToMessages((message) => received.push(message));
    await device.settled();
    device.deliverPush(note);
    device.pressNotice(note);
    await device.settled();
    expect(received).toEqual([
      { kind: 'push', note },
      { kind: 'open', path: '/messagelist?sessionID=s+1' },
    ]);
    end();
    device.deliverPush(note);
    expect(received).toHaveLength(2);
    await platform.push.clearNotices();
  });

  it('leads from a press that came before the page was there, where the native side keeps it', async () => {
    const { platform, device } = await start();
    device.pressNotice(note);
    const received: WorkerMessage[] = [];
    platform.push.subscribeToMessages((message) => received.push(message));
    await device.settled();
    const open = { kind: 'open', path: '/messagelist?sessionID=s+1' };
    expect(received).toEqual(lacks.has('coldPress') ? [] : [open]);
  });

  it('leads to the task that a notification offers to decide', async () => {
    const { platform, device } = await start();
    const received: WorkerMessage[] = [];
    const end = platform.push.subscribeToMessages((message) => received.push(message));
    await device.settled();
    device.pressNotice({ ...note, msgID: 'm2', type: 'task', flowID: 'f1', taskID: 'k1' });
    await device.settled();
    end();
    const path = '/flowinfo?flowID=f1&taskID=k1&tid=t1&from=notice';
    expect(received).toEqual([{ kind: 'open', path }]);
  });

  (lacks.has('pushRegistration') ? registersNowhere : registers)({ start, lacks });
}

async function subscribed(start: Rig['start']) {
  const { platform, device } = await start();
  device.setPushAnswer(true);
  await platform.push.requestPermission();
  const token = await platform.push.subscribe(record, async () => 'BAAA');
  return { push: platform.push, device, token };
}

function registersNowhere({ start }: Rig): void {
  it('rejects where the provider cannot be reached, and ends all the same', async () => {
    await expect(subscribed(start)).rejects.toThrow(Error);
    const { platform } = await start();
    await platform.push.unsubscribe();
  });
}

function registers({ start, lacks }: Rig): void {
  it('takes pushes under a token, and ends', async () => {
    const { push, token } = await subscribed(start);
    expect(token).not.toBe('');
    await push.unsubscribe();
    await push.unsubscribe();
  });

  it('tells where the provider gives another token', async () => {
    const { push, device } = await subscribed(start);
    let changes = 0;
    const end = push.subscribeToToken(() => {
      changes += 1;
    });
    device.changeToken();
    end();
    device.changeToken();
    expect(changes).toBe(lacks.has('pushToken') ? 0 : 1);
  });
}

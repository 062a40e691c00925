import { expect, it } from 'vitest';
import { type BridgeCall, emitToPage } from '../../../../testing/capacitor/bridge.ts';
import { startPhone } from '../../../../testing/capacitor/rig.ts';
import { createPageKeyedStore } from '../web/fallback-keyed-store.util.ts';

const record = { accountId: 'a-1', deviceId: 'd1', language: 'en' } as const;
const key = async () => '';
const of = (plugin: string, calls: readonly BridgeCall[]) =>
  calls.filter((call) => call.plugin === plugin).map(({ method, options }) => [method, options]);

it('registers with FCM under its own channel, by exactly these calls', async () => {
  const { platform, calls } = await startPhone('android');
  expect(platform.push.provider).toBe('fcm');
  expect(await platform.push.subscribe(record, key)).toBe('fcm:1');
  await platform.push.clearNotices();
  await platform.push.unsubscribe();
  expect(of('PushNotifications', calls)).toEqual([
    ['createChannel', { id: 'messages', importance: 4, visibility: 0, name: 'Messages' }],
    ['register', undefined],
    ['removeAllDeliveredNotifications', undefined],
    ['removeAllDeliveredNotifications', undefined],
    ['unregister', undefined],
  ]);
});

it('registers with APNs, and clears notifications one by one to keep the badge number', async () => {
  const { platform, calls, push } = await startPhone('ios');
  expect(platform.push.provider).toBe('apns');
  // The plugin rejects this call before the registration. The app ignores the rejection.
  await platform.push.clearNotices();
  expect(await platform.push.subscribe(record, key)).toMatch(/^(AB){32}1$/u);
  push.state.shown = 2;
  await platform.push.clearNotices();
  expect(push.state.shown).toBe(0);
  expect(of('PushNotifications', calls).map(([method]) => method)).toEqual([
    'getDeliveredNotifications',
    'register',
    'getDeliveredNotifications',
    'removeDeliveredNotifications',
  ]);
});

it('declares the actions of a decision on iOS, whose press leads to the form', async () => {
  const { platform, calls, device } = await startPhone('ios');
  await platform.push.subscribe(record, key);
  expect(of('DecisionActions', calls)).toEqual([
    ['declareActions', { approve: 'Approve…', reject: 'Reject…' }],
  ]);
  const messages: unknown[] = [];
  platform.push.subscribeToMessages((message) => messages.push(message));
  await device.settled();
  const data = { msgID: 'm1', sessionID: 's1', type: 'task', tid: 't1', flowID: 'f1', taskID: 'k1' };
  const pressed = { actionId: 'reject', notification: { id: 'n1', data: { aps: {}, ...data } } };
  emitToPage('PushNotifications', { event: 'pushNotificationActionPerformed', data: pressed });
  expect(messages).toEqual([{ kind: 'open', path: '/taskrefuse?flowID=f1&taskID=k1&tid=t1&from=notice' }]);
});

it('rejects with the error of the provider', async () => {
  const { platform, push } = await startPhone('android');
  push.state.failure = 'SERVICE_NOT_AVAILABLE';
  await expect(platform.push.subscribe(record, key)).rejects.toThrow('SERVICE_NOT_AVAILABLE');
  push.state.failure = '';
  expect(await platform.push.subscribe(record, key)).toBe('fcm:1');
});

it('delivers a push without an organisation, and ignores foreign notifications', async () => {
  const { platform, device } = await startPhone('android');
  const messages: unknown[] = [];
  platform.push.subscribeToMessages((message) => messages.push(message));
  await device.settled();
  device.deliverPush({ msgID: 'm1', sessionID: 's1', type: 'announcement' });
  device.deliverPush({ campaign: 'x' });
  expect(messages).toEqual([
    { kind: 'push', note: { msgID: 'm1', sessionID: 's1', type: 'announcement', tid: null } },
  ]);
  const data = { actionId: 'dismiss', notification: { id: 'n1', data: {} } };
  emitToPage('PushNotifications', { event: 'pushNotificationActionPerformed', data });
  expect(messages).toHaveLength(1);
});

it('is unsupported in a build without a push service', async () => {
  await startPhone('android');
  const { createNoPush } = await import('./small-ports.adapter.ts');
  const push = createNoPush();
  expect([await push.permission(), await push.requestPermission()]).toEqual(['unsupported', 'unsupported']);
  await expect(push.subscribe(record, key)).rejects.toThrow('no push service');
});

it.each(['android', 'ios'] as const)(
  'starts JPush on %s only for an account, and removes alias and tags afterwards',
  async (style) => {
    const { platform, calls } = await startPhone(style, 'jpush');
    platform.push.subscribeToMessages(() => undefined);
    await platform.push.permission();
    await platform.push.unsubscribe();
    expect(calls.map(({ method }) => method)).not.toContain('startJPush');
    expect(await platform.push.subscribe(record, key)).toBe('18171adc030c0ba8f0a');
    await platform.push.unsubscribe();
    expect(of('JPush', calls).slice(1)).toEqual([
      ['startJPush', undefined],
      ['getRegistrationID', undefined],
      // JPush allows no hyphens in an alias.
      ['setAlias', { alias: 'a_1', sequence: 1 }],
      [style === 'ios' ? 'addTags' : 'setTags', { tags: ['a_1'] }],
      ['deleteAlias', { sequence: 2 }],
      ['cleanTags', undefined],
    ]);
  },
);

it('retries the id and the alias until both are set, and a sign-out after a restart removes them', async () => {
  const { calls, jpush } = await startPhone('ios', 'jpush');
  const { createJpush } = await import('./jpush.adapter.ts');
  Object.assign(jpush.state, { callsUntilId: 3, aliasFailures: 2 });
  let waits = 0;
  const store = createPageKeyedStore();
  const wait = async () => {
    waits += 1;
  };
  await createJpush(store, wait).subscribe(record, key);
  expect(waits).toBe(4);
  jpush.state.isStarted = false;
  await createJpush(store, wait).unsubscribe();
  expect(of('JPush', calls).slice(-3)).toEqual([
    ['startJPush', undefined],
    ['deleteAlias', { sequence: 2 }],
    ['cleanTags', undefined],
  ]);
});

it('gives JPush up after ten attempts, and leaves longer delays to the caller', async () => {
  const { jpush } = await startPhone('android', 'jpush');
  const { createJpush } = await import('./jpush.adapter.ts');
  jpush.state.callsUntilId = 99;
  await expect(
    createJpush(createPageKeyedStore(), async () => undefined).subscribe(record, key),
  ).rejects.toThrow('returned no registration id');
});

it('does not request a JPush permission that is already granted, because Android would not answer', async () => {
  const { platform, jpush } = await startPhone('android', 'jpush');
  jpush.state.permission = 'granted';
  expect(await platform.push.requestPermission()).toBe('granted');
});

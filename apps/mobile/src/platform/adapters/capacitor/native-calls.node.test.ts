import { expect, it, vi } from 'vitest';
import { type BridgeCall, emitToPage } from '../../../../testing/capacitor/bridge.ts';
import { startPhone } from '../../../../testing/capacitor/rig.ts';
import type { AppVisibility } from '../../ports/app-lock.port.ts';
import { describeNativeDevice } from './device-name.util.ts';

const of = (plugin: string, calls: readonly BridgeCall[]) =>
  calls.filter((call) => call.plugin === plugin).map(({ method, options }) => [method, options]);

it('requests the location with high accuracy and a 5 s limit, without Google services if missing', async () => {
  const { platform, calls } = await startPhone('android');
  await platform.geolocation.current();
  expect(of('Geolocation', calls)).toEqual([
    ['getCurrentPosition', { enableHighAccuracy: true, timeout: 5_000, enableLocationFallback: true }],
  ]);
});

it.each(['android', 'ios'] as const)('speaks at volume 0.3 on %s and stops on abort', async (style) => {
  const { platform, calls, device } = await startPhone(style);
  device.setVoice(true);
  const { createDeviceVoice } = await import('../../speech/device-voice.adapter.ts');
  const voice = createDeviceVoice(platform.speech);
  const stop = new AbortController();
  const speaking = voice.speak('您有一条新消息', stop.signal);
  await expect.poll(() => device.utterances().length).toBe(1);
  stop.abort();
  expect(await speaking).toBe('spoken');
  expect(of('TextToSpeech', calls)).toEqual([
    ['speak', { text: '您有一条新消息', lang: 'zh-CN', volume: 0.3 }],
    ['stop', undefined],
  ]);
});

it('never requests the badge permission, not even to clear the badge', async () => {
  const { platform, calls } = await startPhone('ios');
  await platform.appBadge.show(100);
  await platform.appBadge.show(0);
  expect(of('Badge', calls).map(([method]) => method)).not.toContain('set');
  expect(of('Badge', calls).map(([method]) => method)).not.toContain('clear');
});

it('sets the given badge number and clears the badge by its own call', async () => {
  const { platform, calls } = await startPhone('android');
  await platform.appBadge.show(100);
  await platform.appBadge.show(0);
  expect(of('Badge', calls)).toEqual([
    ['isSupported', undefined],
    ['set', { count: 100 }],
    ['isSupported', undefined],
    ['clear', undefined],
  ]);
});

it('counts a company network as online, although no Google service is reachable through it', async () => {
  const { platform } = await startPhone('android');
  emitToPage('Network', { event: 'networkStatusChange', data: { connected: false, connectionType: 'wifi' } });
  expect(platform.network.isOnline()).toBe(true);
});

it('binds the key of the app lock to strong biometrics, with a prompt in the words of the app', async () => {
  const { platform, calls, device } = await startPhone('android');
  device.setCanVerifyUser(true);
  expect(await platform.appLock.canEnrol()).toBe(true);
  const enrolment = await platform.appLock.enrol({ id: 'a1', name: '李娜' });
  const question = { title: '密件通已锁定', cancel: '使用密码' };
  await platform.appLock.deriveKey(enrolment ?? { id: '', salt: '' }, question);
  expect(of('BoundKey', calls)).toEqual([
    ['create', { id: 'a1' }],
    ['derive', { id: 'a1', salt: enrolment?.salt, ...question }],
  ]);
  expect(atob(enrolment?.salt ?? '')).toHaveLength(32);
});

it('does not treat a system prompt as leaving the app', async () => {
  const { platform, device } = await startPhone('ios');
  const visibilities: AppVisibility[] = [];
  platform.appLock.watch((visibility) => visibilities.push(visibility));
  const enrolment = await platform.appLock.enrol({ id: 'a1', name: '李娜' });
  const derived = platform.appLock.deriveKey(enrolment ?? { id: '', salt: '' }, { title: '', cancel: '' });
  device.cover();
  device.comeBack();
  await derived;
  expect(visibilities).toEqual(['seen']);
  device.cover();
  expect(visibilities).toEqual(['seen', 'covered']);
});

it('exposes one copy at a time to other apps, and deletes it before the next', async () => {
  const { platform, calls } = await startPhone('ios');
  const files = await platform.files();
  await files.write('a1/f', new Uint8Array([1]));
  expect(await files.share('a1/f', '../报价/单.pdf')).toBe(true);
  expect(await files.exportCopy('a1/f', '保存.pdf')).toBe('offered');
  await files.openInOtherApp('a1/f', '合同.pdf', 'application/pdf');
  expect(of('Share', calls)).toEqual([
    [
      'share',
      {
        files: [`file:///CACHE/handed/${encodeURIComponent('__报价_单.pdf')}`],
        title: '../报价/单.pdf',
        dialogTitle: '../报价/单.pdf',
      },
    ],
    // On iOS the user saves a file from the same share sheet.
    [
      'share',
      {
        files: [`file:///CACHE/handed/${encodeURIComponent('保存.pdf')}`],
        title: '保存.pdf',
        dialogTitle: '保存.pdf',
      },
    ],
  ]);
  expect(of('FileOpener', calls)).toEqual([
    [
      'openFile',
      { path: `file:///CACHE/handed/${encodeURIComponent('合同.pdf')}`, mimeType: 'application/pdf' },
    ],
  ]);
  // The folder is cleared at the start, before each copy, and after the other app has received the file.
  const cleared = calls.filter(
    ({ method, options }) => method === 'rmdir' && (options as { path: string }).path === 'handed',
  );
  expect(cleared).toHaveLength(6);
});

it('shares bytes on iOS from the folder for copies, and empties the folder afterwards', async () => {
  const { platform, calls } = await startPhone('ios');
  const files = await platform.files();
  const before = calls.length;
  expect(await files.exportBytes(new Uint8Array([104, 105]), '数据.json')).toBe('offered');
  const name = encodeURIComponent('数据.json');
  expect(calls.slice(before).map(({ method }) => method)).toEqual([
    'rmdir',
    'mkdir',
    'writeFile',
    'share',
    'rmdir',
  ]);
  expect(of('Share', calls)).toEqual([
    ['share', { files: [`file:///CACHE/handed/${name}`], title: '数据.json', dialogTitle: '数据.json' }],
  ]);
});

it.each([
  ['android', 'Chrome/108.0', 'DEFAULT'],
  ['android', 'Chrome/141.0', 'DARK'],
  ['ios', 'iPhone', 'DARK'],
] as const)(
  'has the bars of %s on %s contrast with the content below them',
  async (style, userAgent, bars) => {
    vi.stubGlobal('navigator', { userAgent, onLine: true });
    const { platform, calls } = await startPhone(style);
    await platform.systemBars.setStyle('dark');
    expect(of('SystemBars', calls)).toEqual([['setStyle', { style: bars }]]);
    vi.unstubAllGlobals();
  },
);

it.each([
  [
    'android',
    'Mozilla/5.0 (Linux; Android 13; V2148A Build/TP1A.220624.014; wv) AppleWebKit/537.36 Chrome/108.0 Mobile Safari/537.36',
    { name: 'V2148A', platform: 'android' },
  ],
  ['android', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', { name: 'K', platform: 'android' }],
  ['android', 'strange', { name: 'Android', platform: 'android' }],
  ['ios', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', { name: 'iPhone', platform: 'ios' }],
  ['ios', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', { name: 'iPad', platform: 'ios' }],
])('identifies a device of %s from the user agent: %s', (platform, userAgent, device) => {
  expect(describeNativeDevice(platform, userAgent)).toEqual(device);
});

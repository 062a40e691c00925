import { expect, it } from 'vitest';
import type { AppVisibility } from '../../src/platform/ports/app-lock.port.ts';
import type { Rig } from './rig.ts';

const question = { title: '密件通已锁定', cancel: '使用密码' };
const person = { id: 'a1', name: '李娜' };

/** What the device gives to the app lock. */
export function appLockContract({ start, lacks }: Rig): void {
  it('enrols only where the device knows its person', async () => {
    const { platform, device } = await start();
    device.knowsPerson(false);
    expect(await platform.appLock.canEnrol()).toBe(false);
    device.knowsPerson(true);
    expect(await platform.appLock.canEnrol()).toBe(true);
  });

  it('gives the same key again to the person who shows themselves, and to nobody else', async () => {
    const { platform, device } = await start();
    device.knowsPerson(true);
    device.showsPerson(true);
    const { appLock } = platform;
    const enrolment = await appLock.enrol(person);
    if (enrolment === null) throw new Error('not enrolled');
    const key = await appLock.deriveKey(enrolment, question);
    expect(key).toHaveLength(32);
    expect(await appLock.deriveKey(enrolment, question)).toEqual(key);
    device.showsPerson(false);
    expect(await appLock.deriveKey(enrolment, question)).toBeNull();
  });

  it('tells when the app goes out of sight and comes back, until nobody listens', async () => {
    const { platform, device } = await start();
    const told: AppVisibility[] = [];
    const end = platform.appLock.watch((sight) => told.push(sight));
    await device.settled();
    device.cover();
    device.comeBack();
    expect(told).toEqual(lacks.has('covering') ? ['seen'] : ['covered', 'seen']);
    told.length = 0;
    device.leave();
    expect(told).toContain('gone');
    device.comeBack();
    expect(told.at(-1)).toBe('seen');
    end();
    told.length = 0;
    device.leave();
    device.comeBack();
    expect(told).toEqual([]);
  });
}

import { expect, it } from 'vitest';
import type { AppVisibility } from '../../src/platform/ports/app-lock.port.ts';
import type { Rig } from './rig.ts';

const question = { title: '密件通已锁定', cancel: '使用密码' };
const person = { id: 'a1', name: '李娜' };

/** The contract of the app lock’s port. */
export function appLockContract({ start, lacks }: Rig): void {
  it('enrols only where the device knows its person', async () => {
    const { platform, device } = await start();
    device.setCanVerifyUser(false);
    expect(await platform.appLock.canEnrol()).toBe(false);
    device.setCanVerifyUser(true);
    expect(await platform.appLock.canEnrol()).toBe(true);
  });

  it('gives the same key again to the person who shows themselves, and to nobody else', async () => {
    const { platform, device } = await start();
    device.setCanVerifyUser(true);
    device.setUserVerified(true);
    const { appLock } = platform;
    const enrolment = await appLock.enrol(person);
    if (enrolment === null) throw new Error('not enrolled');
    const key = await appLock.deriveKey(enrolment, question);
    expect(key).toHaveLength(32);
    expect(await appLock.deriveKey(enrolment, question)).toEqual(key);
    device.setUserVerified(false);
    expect(await appLock.deriveKey(enrolment, question)).toBeNull();
  });

  it('tells when the app goes out of sight and comes back, until nobody listens', async () => {
    const { platform, device } = await start();
    const events: AppVisibility[] = [];
    const end = platform.appLock.watch((visibility) => events.push(visibility));
    await device.settled();
    device.cover();
    device.comeBack();
    expect(events).toEqual(lacks.has('covering') ? ['seen'] : ['covered', 'seen']);
    events.length = 0;
    device.leave();
    expect(events).toContain('gone');
    device.comeBack();
    expect(events.at(-1)).toBe('seen');
    end();
    events.length = 0;
    device.leave();
    device.comeBack();
    expect(events).toEqual([]);
  });
}

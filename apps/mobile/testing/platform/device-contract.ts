import { expect, it } from 'vitest';
import type { Rig } from './rig.ts';

const place = { lng: 121.4737, lat: 31.2304, accuracy: 12 };

/** The contract of the ports for network, buttons, bars, keyboard, position and permissions. */
export function deviceContract({ start, lacks }: Rig): void {
  it('knows at once whether it is online, and tells of changes until nobody listens', async () => {
    const { platform, device } = await start();
    const events: boolean[] = [];
    expect(platform.network.isOnline()).toBe(true);
    const end = platform.network.subscribe((online) => events.push(online));
    device.setOnline(false);
    expect([platform.network.isOnline(), events]).toEqual([false, [false]]);
    device.setOnline(true);
    end();
    device.setOnline(false);
    expect([platform.network.isOnline(), events]).toEqual([false, [false, true]]);
    device.setOnline(true);
  });

  it('hears the back button where there is one, until nobody listens', async () => {
    const { platform, device } = await start();
    let presses = 0;
    const end = platform.backButton.subscribe(() => {
      presses += 1;
    });
    await device.settled();
    device.pressBack();
    end();
    device.pressBack();
    expect(presses).toBe(lacks.has('backButton') ? 0 : 1);
  });

  it('ends the app where an app can end itself', async () => {
    const { platform, device } = await start();
    await platform.backButton.exitApp();
    expect(device.exits()).toBe(lacks.has('exit') ? 0 : 1);
  });

  it('marks the icon with the number it is given, and takes it away at 0', async () => {
    const { platform, device } = await start();
    device.setPushAnswer(true);
    await platform.push.requestPermission();
    await platform.appBadge.show(100);
    expect(device.badge()).toBe(100);
    await platform.appBadge.show(0);
    expect(device.badge()).toBe(0);
  });

  it("has the system's bars stand out from the theme", async () => {
    const { platform, device } = await start();
    await platform.systemBars.setStyle('dark');
    expect(device.barStyle()).toBe(lacks.has('systemBars') ? null : 'dark');
    await platform.systemBars.setStyle('light');
    expect(device.barStyle()).toBe(lacks.has('systemBars') ? null : 'light');
  });

  it('tells when a keyboard comes and goes', async () => {
    const { platform, device } = await start();
    const events: boolean[] = [];
    expect(platform.keyboard.state()).toEqual({ isVisible: false, covered: 0 });
    const end = platform.keyboard.subscribe(() => events.push(platform.keyboard.state().isVisible));
    await device.settled();
    device.setKeyboard(true);
    device.setKeyboard(false);
    end();
    device.setKeyboard(true);
    expect(events).toEqual([true, false]);
  });

  it('says where it is, or why not', async () => {
    const { platform, device } = await start();
    for (const answer of [place, 'denied', 'unavailable'] as const) {
      device.place(answer);
      expect(await platform.geolocation.current()).toEqual(answer);
    }
  });

  it('keeps what the app stored, as far as it says', async () => {
    const { platform } = await start();
    const isPersistent = await platform.persistence.request();
    // A browser may refuse the request.
    expect(platform.kind === 'web' || isPersistent).toBe(true);
  });

  (lacks.has('storageQuestion') ? asksForNothing : asksForFiles)(start);
  (lacks.has('screenBlock') ? blocksNothing : blocks)(start);
}

type Start = Rig['start'];

function asksForNothing(start: Start): void {
  it('has shared files without asking', async () => {
    const { storagePermission } = (await start()).platform;
    expect(await storagePermission.state()).toBe('granted');
    expect(await storagePermission.request()).toBe('granted');
  });
}

function asksForFiles(start: Start): void {
  it('has the system ask for shared files, and keeps to what the person said', async () => {
    const { platform, device } = await start();
    const { storagePermission } = platform;
    expect(await storagePermission.state()).toBe('prompt');
    device.setStorageAnswer(false);
    expect([await storagePermission.request(), await storagePermission.state()]).toEqual([
      'refused',
      'refused',
    ]);
    device.setStorageAnswer(true);
    expect([await storagePermission.request(), await storagePermission.state()]).toEqual([
      'granted',
      'granted',
    ]);
  });
}

function blocksNothing(start: Start): void {
  it('says that it cannot keep pictures of the screen from being taken', async () => {
    const { screenGuard } = (await start()).platform;
    expect(screenGuard.canBlock).toBe(false);
    await expect(screenGuard.block(true)).rejects.toThrow(Error);
  });
}

function blocks(start: Start): void {
  it('keeps pictures of the screen from being taken, and lets them again', async () => {
    const { platform, device } = await start();
    const { screenGuard } = platform;
    expect(screenGuard.canBlock).toBe(true);
    await screenGuard.block(true);
    expect(device.isBlocked()).toBe(true);
    await screenGuard.block(false);
    expect(device.isBlocked()).toBe(false);
  });
}

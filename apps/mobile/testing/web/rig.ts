import { createWebPlatform } from '../../src/platform/adapters/web/index.ts';
import type { Rig } from '../platform/rig.ts';
import { webDevice } from './web-device.ts';

/** The platform of a browser, in one, with the device around it as a test wants it. */
export const webRig: Rig = {
  lacks: new Set([
    'backButton',
    'exit',
    'systemBars',
    'storageQuestion',
    'covering',
    'openElsewhere',
    // The page of a test has no service worker to take them.
    'pushRegistration',
    // It opens the very address instead.
    'coldPress',
    'screenBlock',
  ]),
  start: async () => {
    localStorage.clear();
    const device = webDevice();
    const platform = createWebPlatform();
    const files = await platform.files();
    for (const account of ['a1', 'a2']) await files.remove(account);
    return { platform, device };
  },
};

import { createWebPlatform } from '../../src/platform/adapters/web/index.ts';
import type { Rig } from '../platform/rig.ts';
import { webDevice } from './web-device.ts';

/** The web platform in a real browser, with controls for the device. */
export const webRig: Rig = {
  lacks: new Set([
    'backButton',
    'exit',
    'systemBars',
    'storageQuestion',
    'covering',
    'openElsewhere',
    // The page of a test has no service worker, which would receive the pushes.
    'pushRegistration',
    // A press opens the address of the message instead.
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

import type { Platform } from '../../ports/platform.port.ts';
import { createWebPlatform } from '../web/index.ts';
import { createKeyedStore } from '../web/keyed-store.adapter.ts';
import { createNativePorts } from './native-ports.adapter.ts';

/** The native shell: plugins where they do better, and what its WebView gives for the rest. */
export const createCapacitorPlatform = async (): Promise<Platform> => ({
  ...createWebPlatform(),
  ...(await createNativePorts(createKeyedStore('sealflow'))),
});

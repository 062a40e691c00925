import type { Platform } from '../../ports/platform.port.ts';
import { createWebPlatform } from '../web/index.ts';
import { createKeyedStore } from '../web/keyed-store.adapter.ts';
import { createNativePorts } from './native-ports.adapter.ts';
import { endSplash } from './splash.adapter.ts';

/** The native shell: plugins where they do better, and what its WebView gives for the rest. */
export async function createCapacitorPlatform(): Promise<Platform> {
  endSplash(document.querySelector('#root'));
  return { ...createWebPlatform(), ...(await createNativePorts(createKeyedStore('sealflow'))) };
}

import type { Platform } from '../../ports/platform.port.ts';
import { appVersion } from '../../updates/app-version.util.ts';
import { entryScriptUrl } from '../web/app-update.adapter.ts';
import { createWebPlatform } from '../web/index.ts';
import { createKeyedStore } from '../web/keyed-store.util.ts';
import { createCapacitorAppUpdate } from './app-update.adapter.ts';
import { createNativePorts } from './native-ports.compose.ts';
import { hideSplashOnceRendered } from './splash.util.ts';

/** Requests one byte: the entity tag of a published file is its SHA-256. */
async function fetchTaggedDigest(uri: string): Promise<string | null> {
  const answer = await fetch(uri, { headers: { Range: 'bytes=0-0' } });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`code bundle request failed: ${answer.status}`);
  return /^"([\da-f]{64})"$/u.exec(answer.headers.get('ETag') ?? '')?.[1] ?? null;
}

/** The platform of the native shell: plugins where they are better, otherwise the APIs of its WebView. */
export async function createCapacitorPlatform(): Promise<Platform> {
  hideSplashOnceRendered(document.querySelector('#root'));
  const web = createWebPlatform();
  return {
    ...web,
    ...(await createNativePorts(createKeyedStore('sealflow'), web.accounts)),
    appUpdate: createCapacitorAppUpdate(
      {
        preferences: web.preferences,
        version: appVersion,
        environment: import.meta.env.VITE_ENVIRONMENT ?? 'production',
        push: import.meta.env.VITE_PUSH || 'none',
        canVerify: import.meta.env.VITE_TAKES_CODE === 'yes',
        now: Date.now,
        digestOf: fetchTaggedDigest,
      },
      entryScriptUrl(),
    ),
  };
}

import type { EngineManifest } from '@sealflow/viewers/exact/engine.types.ts';
import { create } from 'zustand';
import { withFreeLock } from '../locks/web-lock.util.ts';
import type { PreferencesPort } from '../ports/preferences.port.ts';
import { downloadEngine, exactPagesObstacle, isEngineCached, removeEngine } from './engine-cache.usecases.ts';

/** The download of the engine in advance; `progress` is its stored share, 0 to 1, and null while it does not run. */
export const useEnginePreload = create<{ readonly progress: number | null }>(() => ({ progress: null }));

let running: AbortController | null = null;

type PreloadOptions = {
  readonly preferences: PreferencesPort;
  /** Ends the download without a refusal: the next sign-in continues it. */
  readonly signal: AbortSignal;
};

/**
 * Downloads the engine before anybody asks for exact pages. Each chunk is verified like in a download after a question. Nothing
 * is downloaded on a device that cannot draw exact pages, after the person has declined, or while another tab downloads.
 */
export async function preloadEngine(
  manifest: EngineManifest | null,
  { preferences, signal }: PreloadOptions,
): Promise<void> {
  if (manifest === null || exactPagesObstacle(manifest) !== null || running !== null) return;
  const aborter = new AbortController();
  const abort = () => aborter.abort();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  running = aborter;
  try {
    if ((await preferences.get('exactEngine')) === 'declined' || (await isEngineCached(manifest))) return;
    await withFreeLock('exact-engine', async (isFree) => {
      if (!isFree) return;
      await downloadEngine(manifest, {
        signal: aborter.signal,
        onProgress: (progress) => useEnginePreload.setState({ progress }),
      });
    });
  } finally {
    signal.removeEventListener('abort', abort);
    running = null;
    useEnginePreload.setState({ progress: null });
  }
}

/**
 * Ends a running download in advance, because the person asks for exact pages: the download in the foreground continues with
 * the first missing chunk.
 * @returns whether one was running.
 */
export function takeOverPreload(): boolean {
  running?.abort();
  return running !== null;
}

/** Ends the download in advance, and remembers that the person does not want one. */
export async function declinePreload(preferences: PreferencesPort): Promise<void> {
  await preferences.set('exactEngine', 'declined');
  running?.abort();
}

/** Deletes the engine from this device, and remembers that the person does not want it in advance. */
export async function removeEngineForGood(preferences: PreferencesPort): Promise<void> {
  await declinePreload(preferences);
  await removeEngine();
}

import type { EngineManifest } from '@sealflow/viewers/exact/engine.types.ts';
import { vi } from 'vitest';

/** The content of the chunks of a small engine. */
export const chunkTexts = ['module one', 'module two', 'data', 'script', 'thread'];

export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function createManifest(): Promise<EngineManifest> {
  const chunks = await Promise.all(
    chunkTexts.map(async (text) => ({ sha256: await digestOf(text), bytes: text.length })),
  );
  const [one, two, data, script, thread] = chunks;
  if (!one || !two || !data || !script || !thread) throw new Error('chunk is missing');
  return { files: { module: [one, two], data: [data], script: [script], thread: [thread] } };
}

/** Answers requests for chunks with their texts, as `change` alters them. */
export async function serveChunks(change: (text: string) => Response = (text) => new Response(text)) {
  const byPath = new Map<string, string>(
    await Promise.all(
      chunkTexts.map(async (text) => [`/exact-engine/${await digestOf(text)}.bin`, text] as const),
    ),
  );
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(byPath.get(path) ?? path);
    return change(byPath.get(path) ?? '');
  });
  return fetched;
}

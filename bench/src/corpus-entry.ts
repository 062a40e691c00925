import { bytesSource } from '@sealflow/tdf/reader';
import { detectFormat } from '@sealflow/viewers/format/detect-format.util.ts';
import { pdfViewer } from '@sealflow/viewers/pdf/pdf.viewer.ts';
import { chooseViewer } from '@sealflow/viewers/viewer/choose.viewer.ts';
import type { OpenViewer, ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';
import { problemOf } from '../../apps/mobile/src/features/preview/layer/document-problem.rules.ts';
import { engineCache, makeExactPages } from './exact-conversion.ts';
import { createViewerStage } from './viewer-stage.ts';

/** The time until a document was visible. */
export interface Shown {
  readonly format: string;
  readonly error: string | null;
  readonly firstPaintMs: number | null;
}

export interface Asked {
  readonly url: string;
  readonly size: number;
  readonly name: string;
  readonly extension: string;
  readonly password: string | null;
  /** Whether a service worker may play videos. */
  readonly worker: boolean;
  /** Whether the engine of exact pages draws the document instead of its light viewer. */
  readonly exact: boolean;
}

const source = (url: string, size: number) => ({
  size,
  async read(offset: number, length: number, signal?: AbortSignal) {
    if (length === 0) return new Uint8Array();
    const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
    const answer = await fetch(url, { headers, cache: 'no-store', signal: signal ?? null });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  },
});

let viewer: OpenViewer | undefined;
let place = { page: 1, pages: 1 };
let failure: unknown;
/** The exact pages of the document. */
let rendition: Uint8Array | null = null;

/** A service worker plays videos, as in the app. Other documents do not use it. */
async function withWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  const isThere = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  await navigator.serviceWorker.register('/worker.js');
  await isThere;
}

async function withoutWorker(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

async function open({ url, size, name, extension, password, worker, exact }: Asked): Promise<Shown> {
  let start = performance.now();
  let format = '';
  try {
    const content = source(url, size);
    const detected = await detectFormat(content);
    format = 'kind' in detected ? detected.kind : (detected.viewer ?? detected.name);
    if (detected.viewer === 'media' && worker) {
      const before = performance.now();
      await withWorker();
      start += performance.now() - before;
    }
    const load = chooseViewer(detected);
    if (load === null && !exact) return { format, error: 'noViewer', firstPaintMs: null };
    const stage: ViewerStage = {
      ...createViewerStage(),
      content,
      extension,
      words: { page: (page, pages) => `${page} / ${pages}`, link: String, brokenPage: '' },
      onPage: (page, pages) => {
        place = { page: Math.floor(page), pages };
      },
      onFailure: (error) => {
        failure = error;
      },
      requestPassword: async (wrong) => (wrong === 0 ? password : null),
    };
    if (exact) {
      rendition = await makeExactPages(stage, name, detected);
      if (rendition === null) return { format, error: 'noViewer', firstPaintMs: null };
      // The viewer may take the bytes over.
      viewer = await pdfViewer({ ...stage, content: bytesSource(rendition.slice()) });
    } else {
      const show = await load?.();
      viewer = await show?.(stage);
    }
    await painted();
    return { format, error: null, firstPaintMs: performance.now() - start };
  } catch (error) {
    return { format, error: problemOf(error), firstPaintMs: null };
  }
}

function base64Of(bytes: Uint8Array): string {
  const partBytes = 0x8000;
  const texts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * partBytes, (index + 1) * partBytes)),
  );
  return btoa(texts.join(''));
}

/** The interface of the page for the benchmark. */
const bench = {
  open,
  place: () => place,
  /** The exact pages as base64. */
  rendition: () => base64Of(rendition ?? new Uint8Array()),
  /** Waits until all pages are laid out: the text is read after that. */
  complete: async () => {
    await viewer?.search?.readText({ maxCharacters: 1, signal: new AbortController().signal });
  },
  goTo: (page: number) => viewer?.goTo?.(page),
  failure: () => (failure === undefined ? null : problemOf(failure)),
  async close() {
    viewer?.close();
    await withoutWorker();
  },
  async left(): Promise<readonly string[]> {
    const root = await navigator.storage.getDirectory();
    const files: string[] = [];
    for await (const name of root.keys()) files.push(`opfs:${name}`);
    const stores = (await indexedDB.databases()).map(({ name }) => `indexedDB:${name}`);
    const kept = (await caches.keys()).filter((name) => name !== engineCache).map((name) => `cache:${name}`);
    return [...files, ...stores, ...kept];
  },
};

export type Bench = typeof bench;

Object.assign(globalThis, { bench });

import { type ByteSource, bytesSource } from '@sealflow/tdf/reader';
import type { DocumentPart, Viewer, ViewerStage } from '../src/viewer/viewer.types.ts';

/** Lines of text that tests render. */
export const lines = ['138****5678', '张伟', '2026-11-20 09:00'] as const;

/** A source that counts the bytes read. */
export function counted(bytes: Uint8Array<ArrayBuffer>): ByteSource & { readonly bytesRead: () => number } {
  const source = bytesSource(bytes);
  let bytesRead = 0;
  return {
    size: source.size,
    bytesRead: () => bytesRead,
    read: async (offset, length, signal) => {
      const part = await source.read(offset, length, signal);
      bytesRead += part.length;
      return part;
    },
  };
}

/** Shows content in a container with the size of a phone. */
export async function show(viewer: Viewer, content: ByteSource, given: Partial<ViewerStage> = {}) {
  const container = document.createElement('div');
  container.style.cssText = 'position: relative; width: 360px; height: 600px';
  document.body.append(container);
  const pages: [number, number][] = [];
  const failures: unknown[] = [];
  const parts: DocumentPart[] = [];
  const showing = new AbortController();
  const open = await viewer({
    container,
    content,
    watermark: lines,
    label: 'sample',
    extension: '',
    start: 1,
    mayCopy: false,
    words: {
      page: (page, count) => `${page} / ${count}`,
      link: (page) => `to ${page}`,
      brokenPage: 'broken page',
    },
    onPage: (page, count) => pages.push([Math.floor(page), count]),
    onProgress: () => undefined,
    onFailure: (error) => failures.push(error),
    openPart: (part) => parts.push(part),
    requestPassword: async () => null,
    signal: showing.signal,
    ...given,
  });
  return { container, open, pages, failures, parts, end: () => container.remove() };
}

/** Number of pixels of a canvas that are neither white nor transparent. */
export function inked(canvas: HTMLCanvasElement): number {
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) > 0 && (data[at] ?? 255) < 250) count += 1;
  }
  return count;
}

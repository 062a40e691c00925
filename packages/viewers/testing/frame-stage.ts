import type { FrameOptions, FrameSource, ShowFrame } from '../src/frame/frame.types.ts';

/** A source of bytes for a frame. */
export const frameSource = (bytes: Uint8Array): FrameSource & { readonly reads: [number, number][] } => {
  const reads: [number, number][] = [];
  return {
    size: bytes.length,
    reads,
    read: async (offset, length) => {
      reads.push([offset, length]);
      return Uint8Array.from(bytes.subarray(offset, offset + length));
    },
  };
};

/** Shows a document in the page of the test as its frame would, because a test cannot inspect a frame. */
export async function showHere(show: ShowFrame, source: FrameSource, given: Partial<FrameOptions> = {}) {
  const root = document.createElement('main');
  document.body.replaceChildren(root);
  const pages: [number, number][] = [];
  const parts: Parameters<FrameOptions['openPart']>[0][] = [];
  const view = await show(root, source, {
    kind: '',
    name: '',
    extension: '',
    theme: 'light',
    language: 'zh',
    start: 1,
    mayCopy: false,
    onPage: (page, count) => pages.push([page, count]),
    onProgress: () => undefined,
    openPart: (part) => parts.push(part),
    requestPassword: async () => null,
    ...given,
  });
  return { root, view, pages, parts };
}

import type { ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';

/** The stage of a viewer that opens a sample without a user. Failures are written to the console. */
export function createViewerStage() {
  return {
    container: document.querySelector<HTMLElement>('#stage') ?? document.body,
    watermark: ['138****5678', '2026-11-20'],
    label: 'document',
    start: 1,
    mayCopy: true,
    onPage: () => undefined,
    onProgress: () => undefined,
    onFailure: (error) => console.error(error),
    openPart: () => undefined,
    requestPassword: async () => null,
    signal: new AbortController().signal,
  } satisfies Partial<ViewerStage>;
}

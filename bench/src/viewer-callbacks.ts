import type { ViewerStage } from '@sealflow/viewers/viewer/viewer.types.ts';

/** Callbacks of a viewer that opens a sample without a user. They write failures to the console. */
export function createViewerCallbacks() {
  return {
    onPage: () => undefined,
    onProgress: () => undefined,
    onFailure: (error) => console.error(error),
    openPart: () => undefined,
    requestPassword: async () => null,
    signal: new AbortController().signal,
  } satisfies Partial<ViewerStage>;
}

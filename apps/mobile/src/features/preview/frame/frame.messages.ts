/** What page and frame say to each other. The frame asks for bytes and gets bytes; it has nothing else to ask for. */
export type FrameViewer = 'text';

/** First message to the frame, with its port. */
export type OpenFrame = {
  readonly kind: 'open';
  readonly viewer: FrameViewer;
  readonly size: number;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly fontSize: string;
};

export type ToFrame =
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly id: number }
  | { readonly kind: 'goTo'; readonly page: number }
  | { readonly kind: 'zoom'; readonly step: 'in' | 'out' | 'fit' };

export type FromFrame =
  | { readonly kind: 'read'; readonly id: number; readonly offset: number; readonly length: number }
  | { readonly kind: 'page'; readonly page: number; readonly pages: number }
  | { readonly kind: 'shown' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'unreadable' };

import type { ParsedPresentation, Slide, SlideNode } from '@extend-ai/react-pptx';

export type Presentation = ParsedPresentation['document'];
export type { Slide, SlideNode };

/** What of a slide stands beside its picture. */
export type SlideExtras = {
  readonly notes: readonly string[];
  /** Words that the picture lacks. */
  readonly rest: readonly string[];
  readonly pictures: readonly { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
};

export type Deck = {
  /** Null where the layout could not be read: the words and pictures are all there is then. */
  readonly presentation: Presentation | null;
  readonly slides: readonly SlideExtras[];
};

import type { ParsedPresentation, Slide, SlideNode } from '@extend-ai/react-pptx';

export type Presentation = ParsedPresentation['document'];
export type { Slide, SlideNode };

/** Content of a slide that is shown next to its drawing. */
export type SlideExtras = {
  readonly notes: readonly string[];
  /** Texts that the drawing lacks. */
  readonly undrawnTexts: readonly string[];
  readonly pictures: readonly { readonly mimeType: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
};

export type Deck = {
  /** Null where the layout could not be read: only text and pictures are available. */
  readonly presentation: Presentation | null;
  readonly slides: readonly SlideExtras[];
};

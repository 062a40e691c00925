import type { PicturePart, PixelPictures } from '../image/picture.types.ts';
import type { FeedPlan, FrameMedia, MediaFacts } from '../media/media.types.ts';
import type { Found, OpenViewer, OutlineItem } from '../viewer.types.ts';
import type { PressedKey } from './frame-keys.rules.ts';

/**
 * The kinds of pages that parse documents. Each is a file `<family>/<family>-frame.viewer.ts` that exports `show`, a
 * `ShowFrame`; the build makes `viewer-frame-<family>.html` of it.
 */
export type FrameFamily =
  | 'archive'
  | 'heic'
  | 'image'
  | 'mail'
  | 'media'
  | 'ofd'
  | 'sheet'
  | 'slides'
  | 'text'
  | 'word';

/** Bytes of the document, as far as they are asked for. */
export type FrameSource = {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
};

export type FrameOptions = {
  /** What it is within its family, a `kind` of `format.rules.ts`. */
  readonly kind: string;
  /** Of its name, in lower case, a hint of how to show a text; it decides nothing else. */
  readonly extension: string;
  readonly theme: 'light' | 'dark';
  readonly language: 'zh' | 'en';
  readonly start: number;
  readonly mayCopy: boolean;
  readonly onPage: (page: number, pages: number) => void;
  readonly onProgress: (share: number) => void;
  /** A part's content may be read as long as this page stands. */
  readonly openPart: (part: { readonly name: string; readonly content: FrameSource }) => void;
};

/** What can be asked of a document that is shown. */
export type FrameView = Pick<OpenViewer, 'goTo' | 'zoom' | 'rotate' | 'search' | 'outline'> & {
  /** Of frames that only read pictures: the page draws them, with the watermark in them. */
  readonly pictures?: PixelPictures;
  /** Of films and recordings, which are played outside the frame. */
  readonly media?: FrameMedia;
};

/**
 * Shows a document in `root`; resolves when its first page can be seen. Rejects with a `ViewerError`, or with anything
 * where the document cannot be read.
 */
export type ShowFrame = (root: HTMLElement, source: FrameSource, options: FrameOptions) => Promise<FrameView>;

/** What the page tells the frame of itself. */
export type OpenFrame = Pick<
  FrameOptions,
  'kind' | 'extension' | 'theme' | 'language' | 'start' | 'mayCopy'
> & {
  readonly size: number;
  readonly fontSize: string;
};

type Handed<Item> = Omit<Item, 'goTo' | 'items'> & {
  readonly id: number;
  readonly items: readonly Handed<Item>[];
};
/** An entry of the contents as it goes over the port: its place is asked for by number. */
export type HandedItem = Handed<OutlineItem>;

/** What the page answers: bytes, and what a person is to see or say outside the frame. */
export type PageAnswers = {
  read(offset: number, length: number): Promise<Uint8Array>;
  onPage(page: number, pages: number): void;
  onProgress(share: number): void;
  onFound(search: number, found: Found): void;
  onKey(pressed: PressedKey): void;
  /** Somebody has pressed something in the frame, by which one part may be opened. */
  onPress(): void;
  openPart(id: number, name: string, size: number): void;
};

/** What the frame answers. */
export type FrameAnswers = {
  open(options: OpenFrame): Promise<readonly (keyof FrameView)[]>;
  goTo(page: number): void;
  zoom(step: 'in' | 'out' | 'fit'): void;
  rotate(): void;
  find(search: number, words: string): Promise<void>;
  step(to: 'next' | 'previous'): void;
  endFind(search: number): void;
  outline(): Promise<readonly HandedItem[]>;
  goToItem(id: number): void;
  readPart(id: number, offset: number, length: number): Promise<Uint8Array>;
  /** Nobody reads the part any more. */
  closePart(id: number): void;
  countPictures(): number;
  pictureFacts(index: number): ReturnType<PixelPictures['facts']>;
  picturePixels(index: number, part: PicturePart): Promise<Uint8Array>;
  mediaFacts(): Promise<MediaFacts | null>;
  mediaPlan(): Promise<FeedPlan | null>;
  mediaStart(seconds: number): Promise<void>;
  mediaNext(): Promise<Uint8Array>;
};

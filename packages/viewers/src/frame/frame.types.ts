import type { ReadEngine } from '../exact/engine.types.ts';
import type { PicturePart, PixelPictures } from '../image/picture.types.ts';
import type { FeedPlan, FrameMedia, MediaFacts } from '../media/media.types.ts';
import type { OpenViewer, OutlineItem, SearchProgress } from '../viewer/viewer.types.ts';
import type { PressedKey } from './frame-keys.rules.ts';

/**
 * The kinds of frames that parse documents. Each has a file `<family>/<family>-frame.viewer.ts` that exports
 * `show`, a `ShowFrame`; the build makes `viewer-frame-<family>.html` of it.
 */
export type FrameFamily =
  | 'archive'
  | 'drawing'
  | 'epub'
  | 'exact'
  | 'heic'
  | 'image'
  | 'locked'
  | 'mail'
  | 'media'
  | 'model'
  | 'ofd'
  | 'sheet'
  | 'slides'
  | 'text'
  | 'word';

/** Random access to the bytes of the document. */
export type FrameSource = {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
};

export type FrameOptions = {
  /** The format within the family, a `kind` of `format.rules.ts`. */
  readonly kind: string;
  /** The name of the document, or nothing for parsers that do not show it. */
  readonly name: string;
  /** The extension of the file name in lower case. Only a hint of how to show a text. */
  readonly extension: string;
  readonly theme: 'light' | 'dark';
  readonly language: 'zh' | 'en';
  readonly start: number;
  readonly mayCopy: boolean;
  readonly onPage: (page: number, pageCount: number) => void;
  readonly onProgress: (share: number) => void;
  /** The engine of exact pages, only in the frame that runs it. */
  readonly readEngine?: ReadEngine;
  /** The content of a part may be read as long as this page exists. */
  readonly openPart: (part: { readonly name: string; readonly content: FrameSource }) => void;
  /** Prompts for the password after `failedAttempts` wrong ones; null when the user cancels. */
  readonly requestPassword: (failedAttempts: number) => Promise<string | null>;
};

/** The features that a shown document supports. */
export type FrameView = Pick<
  OpenViewer,
  'goTo' | 'zoom' | 'rotate' | 'present' | 'hiddenPages' | 'search' | 'outline'
> & {
  /** Pictures of a frame that only decodes them: the page draws them together with the watermark. */
  readonly pictures?: PixelPictures;
  /** Media of a frame that only parses them: they are played outside the frame. */
  readonly media?: FrameMedia;
  /** Decrypts the document with a password, or with that of its program; null if the password is wrong. */
  readonly unlock?: (password: string | null) => Promise<Uint8Array | null>;
  /** Lays out the pages after the first ones that are shown. The other features wait for it. */
  readonly complete?: () => Promise<void>;
  /** The document as a PDF: the page draws it together with the watermark. */
  readonly rendition?: Uint8Array;
};

/**
 * Shows a document in `root`; resolves when its first page is visible. Rejects with a `ViewerError`, or with
 * any other error where the document cannot be read.
 */
export type ShowFrame = (root: HTMLElement, source: FrameSource, options: FrameOptions) => Promise<FrameView>;

/** The options that the page passes to the frame. */
export type FrameOpenOptions = Pick<
  FrameOptions,
  'kind' | 'name' | 'extension' | 'theme' | 'language' | 'start' | 'mayCopy'
> & {
  readonly size: number;
  readonly fontSize: string;
};

type Remote<Item> = Omit<Item, 'goTo' | 'items'> & {
  readonly id: number;
  readonly items: readonly Remote<Item>[];
};
/** An outline entry as it is sent over the port, identified by a number. */
export type RemoteOutlineItem = Remote<OutlineItem>;

/** The methods that the page offers to the frame: reading bytes and reporting what is shown or pressed. */
export type PageApi = {
  read(offset: number, length: number): Promise<Uint8Array>;
  onPage(page: number, pageCount: number): void;
  onProgress(share: number): void;
  readEngine: ReadEngine;
  onFound(search: number, found: SearchProgress): void;
  onKey(pressed: PressedKey): void;
  /** The user has pressed something in the frame; each press allows one part to be opened. */
  onPress(): void;
  openPart(id: number, name: string, size: number): void;
  requestPassword(failedAttempts: number): Promise<string | null>;
};

/** The methods that the frame offers to the page. */
export type FrameApi = {
  open(options: FrameOpenOptions): Promise<readonly (keyof FrameView)[]>;
  goTo(page: number): void;
  zoom(step: 'in' | 'out' | 'fit'): void;
  rotate(): void;
  present(page: number | null): void;
  hiddenPages(): Promise<readonly number[]>;
  find(search: number, words: string): Promise<void>;
  step(to: 'next' | 'previous'): void;
  endFind(search: number): void;
  readText(maxCharacters: number): Promise<string>;
  /** Shows all pages, where the document opened with its first ones. */
  complete(): Promise<void>;
  outline(): Promise<readonly RemoteOutlineItem[]>;
  goToItem(id: number): void;
  readPart(id: number, offset: number, length: number): Promise<Uint8Array>;
  /** Releases a part that is no longer read. */
  closePart(id: number): void;
  countPictures(): number;
  pictureFacts(index: number): ReturnType<PixelPictures['facts']>;
  picturePixels(index: number, part: PicturePart): Promise<Uint8Array>;
  mediaFacts(): Promise<MediaFacts | null>;
  mediaPlan(): Promise<FeedPlan | null>;
  mediaStart(seconds: number): Promise<void>;
  mediaNext(): Promise<Uint8Array>;
  unlock(password: string | null): Promise<Uint8Array | null>;
  /** The rendition. It can be called once, because its bytes are transferred. */
  rendition(): Uint8Array;
};

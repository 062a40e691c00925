import type { ByteSource } from '@sealflow/tdf/reader';

/** Why a viewer gave up, beside what reading the document itself can fail with. */
export type ViewerProblem =
  | 'unreadable'
  | 'viewerNotLoaded'
  | 'imageFailed'
  | 'password'
  | 'tooSlow'
  | 'tooLarge'
  | 'mediaUnsupported'
  | 'pictureUnsupported'
  | 'soundUnavailable';

type ViewerErrorOptions = ErrorOptions & {
  /** What the document is, in names and figures of any language, where the reason lies in that. */
  readonly detail?: string;
};

export class ViewerError extends Error {
  readonly code: ViewerProblem;
  readonly detail: string | null;

  constructor(code: ViewerProblem, options: ViewerErrorOptions = {}) {
    super(code, options);
    this.name = 'ViewerError';
    this.code = code;
    this.detail = options.detail ?? null;
  }
}

/** A document inside a document: what is attached to a mail, an entry of an archive. */
export type DocumentPart = {
  readonly name: string;
  /** Can be read for as long as the viewer it came from is open and the part is not closed. */
  readonly content: ByteSource;
  /** Nobody reads it any more: what holds it lets go of its bytes. */
  readonly close: () => void;
};

/** Words of the person's language that stand in the document itself. */
export type ViewerWords = {
  readonly page: (page: number, pages: number) => string;
  /** A link in the document to one of its pages. */
  readonly link: (page: number) => string;
  /** In the place of a page that cannot be drawn, where the others can. */
  readonly brokenPage: string;
};

/** What a viewer is given: a place, the bytes, the lines of the watermark. It gets no token, no key and no name. */
export type ViewerStage = {
  readonly container: HTMLElement;
  readonly content: ByteSource;
  readonly watermark: readonly string[];
  /** Said to those who cannot see the page. */
  readonly label: string;
  /** Of its name, in lower case and short, a hint of how to show a text; it decides nothing else. */
  readonly extension: string;
  readonly words: ViewerWords;
  /** Where it was left the last time: a page and how far into it, 12.4 for a little before the middle of page 12. */
  readonly start: number;
  /** Whether its text may be selected and copied. */
  readonly mayCopy: boolean;
  /** `page` may have a fraction: how far into it one is. */
  readonly onPage: (page: number, pages: number) => void;
  /** How much is done before the first page can be seen, 0 to 1, where that takes more than a moment. */
  readonly onProgress: (share: number) => void;
  /** Content can fail long after the first page: an error ends the viewing. */
  readonly onFailure: (error: unknown) => void;
  /** Opens a part in the preview, over this viewer, which stays as it is until one comes back. */
  readonly openPart: (part: DocumentPart) => void;
  /** Asks for the document's password, `wrong` times in vain before; null when the person gives up. */
  readonly askPassword: (wrong: number) => Promise<string | null>;
  readonly signal: AbortSignal;
};

/** What was found so far. */
export type Found = {
  readonly count: number;
  /** The match that is shown, the first being 1; 0 before there is one. */
  readonly current: number;
  /** How much of the document was looked through, 0 to 1. */
  readonly searched: number;
};

export type FindOptions = {
  readonly words: string;
  /** Told again and again: with every stretch looked through and with every step to another match. */
  readonly onFound: (found: Found) => void;
  /** Ends the search and takes its marks away. */
  readonly signal: AbortSignal;
};

export type DocumentSearch = {
  /**
   * Marks the words wherever they stand, goes to the first place from what is seen on, and looks through the rest of
   * the document. Resolves when all of it was looked through.
   */
  readonly find: (options: FindOptions) => Promise<void>;
  /** Goes to another match of the latest search, round the ends. */
  readonly step: (to: 'next' | 'previous') => void;
};

export type OutlineItem = {
  readonly title: string;
  /** Null where the document does not say. */
  readonly page: number | null;
  readonly goTo: () => void;
  readonly items: readonly OutlineItem[];
};

export type ThumbnailOptions = {
  readonly page: number;
  /** In CSS pixels. */
  readonly width: number;
  readonly signal: AbortSignal;
};

export type OpenViewer = {
  /** Parts to jump between: pages, or the parts of a long text. */
  readonly goTo?: (page: number) => void;
  /** Steps of the zoom, where the document has one. */
  readonly zoom?: (step: 'in' | 'out' | 'fit') => void;
  /** A quarter turn to the right. */
  readonly rotate?: () => void;
  readonly search?: DocumentSearch;
  /** The document's own table of contents; empty where it has none. */
  readonly outline?: () => Promise<readonly OutlineItem[]>;
  /** A small picture of a page, with its watermark. */
  readonly thumbnail?: (options: ThumbnailOptions) => Promise<HTMLCanvasElement>;
  /** Ends workers, frames and canvases; nothing of the document stays. */
  readonly close: () => void;
};

/** Resolves when the first page can be seen. */
export type Viewer = (stage: ViewerStage) => Promise<OpenViewer>;

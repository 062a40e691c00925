import type { ByteSource } from '@sealflow/tdf/reader';

/** Reasons for a viewer to fail, in addition to the errors of reading the document. */
export type ViewerProblem =
  | 'unreadable'
  | 'viewerNotLoaded'
  | 'imageFailed'
  | 'password'
  | 'encryptionUnsupported'
  | 'tooSlow'
  | 'tooLarge'
  | 'mediaUnsupported'
  | 'pictureUnsupported'
  | 'soundUnavailable';

type ViewerErrorOptions = ErrorOptions & {
  /**
   * A language-independent description of the document (names and figures), where it explains the problem.
   */
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

/** A document inside a document: an attachment of a mail or an entry of an archive. */
export type DocumentPart = {
  readonly name: string;
  /** Readable while the viewer it came from is open and the part is not closed. */
  readonly content: ByteSource;
  /** Releases the bytes of the part. */
  readonly close: () => void;
};

/** Localised texts that a viewer shows inside the document. */
export type ViewerTexts = {
  readonly page: (page: number, pageCount: number) => string;
  /** Label of a link in the document to one of its pages. */
  readonly link: (page: number) => string;
  /** Replaces a page that cannot be drawn while the others can. */
  readonly brokenPage: string;
};

/**
 * The input of a viewer: a container, the bytes and the watermark lines. A viewer gets no token, no key and
 * no user name.
 */
export type ViewerStage = {
  readonly container: HTMLElement;
  readonly content: ByteSource;
  readonly watermark: readonly string[];
  /** The accessible name of the document. */
  readonly label: string;
  /** The extension of the file name, short and in lower case. Only a hint of how to show a text. */
  readonly extension: string;
  readonly words: ViewerTexts;
  /** The stored reading position: a page and the fraction of it that was scrolled past, such as 12.4. */
  readonly start: number;
  /** Whether text may be selected and copied. */
  readonly mayCopy: boolean;
  /** `page` may have a fraction: the scrolled share of the page. */
  readonly onPage: (page: number, pageCount: number) => void;
  /**
   * Reports the share of the work, 0 to 1, that is done before the first page is visible, where it takes more
   * than a moment.
   */
  readonly onProgress: (share: number) => void;
  /** Reading can fail long after the first page: an error closes the viewer. */
  readonly onFailure: (error: unknown) => void;
  /** Opens a part in the preview over this viewer, which keeps its state. */
  readonly openPart: (part: DocumentPart) => void;
  /** Prompts for the document's password after `failedAttempts` wrong ones; null when the user cancels. */
  readonly requestPassword: (failedAttempts: number) => Promise<string | null>;
  readonly signal: AbortSignal;
};

/** The progress of a search. */
export type SearchProgress = {
  readonly count: number;
  /** The current match, counted from 1; 0 before there is one. */
  readonly current: number;
  /** The share of the document that was searched, 0 to 1. */
  readonly searched: number;
};

export type FindOptions = {
  readonly words: string;
  /** Called repeatedly: after each searched section and after each step to another match. */
  readonly onFound: (found: SearchProgress) => void;
  /** Ends the search and removes its marks. */
  readonly signal: AbortSignal;
};

export type DocumentSearch = {
  /**
   * Marks all matches, goes to the first one after the visible position and searches the rest of the
   * document. Resolves when the whole document was searched.
   */
  readonly find: (options: FindOptions) => Promise<void>;
  /** Goes to another match of the latest search and wraps around at both ends. */
  readonly step: (to: 'next' | 'previous') => void;
  /** Reads the text that a search goes through, from the beginning, without moving or marking anything. */
  readonly readText: (options: ReadTextOptions) => Promise<string>;
};

export type ReadTextOptions = {
  /** The text is cut off about here. */
  readonly maxCharacters: number;
  readonly signal: AbortSignal;
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

export type PrintOptions = {
  readonly page: number;
  /** Drawn into the pixels, also where the screen shows none. */
  readonly watermark: readonly string[];
  readonly signal: AbortSignal;
};

/** The pages of a document on paper. */
export type PrintablePages = {
  readonly pageCount: number;
  /** Draws a page for paper, including the watermark. The caller releases the canvas. */
  readonly draw: (options: PrintOptions) => Promise<HTMLCanvasElement>;
};

export type OpenViewer = {
  /** Goes to a page, or to a section of a long text. */
  readonly goTo?: (page: number) => void;
  /** Zooms one step, where the document can be zoomed. */
  readonly zoom?: (step: 'in' | 'out' | 'fit') => void;
  /** Shows the pages in pairs, side by side, while the viewport has room for it; or in a column. */
  readonly showPairs?: (pairs: boolean) => void;
  /** Shows one page alone, as large as the container allows, with the watermark; null returns to all pages. */
  readonly present?: (page: number | null) => void;
  /** The pages that the document leaves out of a presentation, ascending. */
  readonly hiddenPages?: () => Promise<readonly number[]>;
  /** Rotates a quarter turn to the right. */
  readonly rotate?: () => void;
  readonly search?: DocumentSearch;
  /** The document's own table of contents; empty where it has none. */
  readonly outline?: () => Promise<readonly OutlineItem[]>;
  /** Draws a small picture of a page, including the watermark. */
  readonly thumbnail?: (options: ThumbnailOptions) => Promise<HTMLCanvasElement>;
  /** Prepares the pages for paper, where each can be drawn with the watermark in its pixels. */
  readonly print?: (signal: AbortSignal) => Promise<PrintablePages>;
  /** The content without its encryption, where a password opened the document. It stays in memory. */
  readonly decryptedContent?: ByteSource;
  /** Ends workers, frames and canvases; nothing of the document remains. */
  readonly close: () => void;
};

/** Shows a document. Resolves when its first page is visible. */
export type Viewer = (stage: ViewerStage) => Promise<OpenViewer>;

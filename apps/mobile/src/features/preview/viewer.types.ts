import type { ByteSource } from '@sealflow/tdf/reader';

/** Why a viewer gave up, beside what reading the document itself can fail with. */
export type ViewerProblem = 'unreadable' | 'imageFailed' | 'password' | 'tooSlow' | 'tooLarge';

export class ViewerError extends Error {
  readonly code: ViewerProblem;

  constructor(code: ViewerProblem, options?: ErrorOptions) {
    super(code, options);
    this.name = 'ViewerError';
    this.code = code;
  }
}

/** What a viewer is given: a place, the bytes, the lines of the watermark. It gets no token, no key and no name. */
export type ViewerStage = {
  readonly container: HTMLElement;
  readonly content: ByteSource;
  readonly watermark: readonly string[];
  /** Said to those who cannot see the page. */
  readonly label: string;
  readonly onPage: (page: number, pages: number) => void;
  /** Content can fail long after the first page: an error ends the viewing. */
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
};

export type OpenViewer = {
  /** Parts to jump between: pages, or the parts of a long text. */
  readonly goTo?: (page: number) => void;
  /** Steps of the zoom, where the document has one. */
  readonly zoom?: (step: 'in' | 'out' | 'fit') => void;
  /** Ends workers, frames and canvases; nothing of the document stays. */
  readonly close: () => void;
};

/** Resolves when the first page can be seen. */
export type Viewer = (stage: ViewerStage) => Promise<OpenViewer>;

import type { ByteSource } from '@sealflow/tdf/reader';
import type { Format } from '../format/format.rules.ts';
import type { ViewerStage } from '../viewer/viewer.types.ts';

/** How a document is read to be compared. */
export type ReadOptions = Pick<ViewerStage, 'requestPassword' | 'onProgress' | 'signal'> & {
  readonly content: ByteSource;
  readonly format: Format;
};

/** A line of one of the documents. */
export type ComparedLine = {
  readonly text: string;
  /** The number of the line in a text; the pieces of a very long line have the same one. */
  readonly number: number;
  /** The page of a document with pages, counted from 1. */
  readonly page: number | null;
};

export type ComparedPart = { readonly text: string; readonly isChanged: boolean };

/** A line as it is shown in one of the columns. */
export type ComparedSide = Pick<ComparedLine, 'number' | 'page'> & {
  readonly parts: readonly ComparedPart[];
};

/**
 * A row of the comparison. A row of kind `same` has one side where the other document breaks its lines at other places, and a
 * `changed` row has two sides that need not resemble each other.
 */
export type ComparedRow = {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  /** The number of the change that the row belongs to, from 1; 0 for a row without changes. */
  readonly change: number;
  readonly left: ComparedSide | null;
  readonly right: ComparedSide | null;
};

export type Comparison = { readonly rows: readonly ComparedRow[]; readonly changeCount: number };

export type CompareOptions = {
  readonly ignoresWhiteSpace: boolean;
  /** Whether lines end where the layout wants it, as those of a PDF: other ends are no change. White space is ignored too. */
  readonly ignoresLineEnds: boolean;
};

/** Reasons for which two documents that can be read are not compared. */
export type CompareProblem = 'unsupported' | 'noText' | 'tooLong' | 'tooDifferent';

export type CompareSide = 'left' | 'right';

export class CompareError extends Error {
  readonly code: CompareProblem;
  /** The document with the problem; null where it is one of both. */
  readonly side: CompareSide | null;

  constructor(code: CompareProblem, side: CompareSide | null = null) {
    super(code);
    this.name = 'CompareError';
    this.code = code;
    this.side = side;
  }
}

/** Limits of each of the documents. Longer ones would need more memory than phones have. */
export const compareLimits = { bytes: 8 * 1024 * 1024, characters: 4_000_000, lines: 60_000, pages: 2_000 };

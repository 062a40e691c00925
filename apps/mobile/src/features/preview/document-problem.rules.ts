import { type DocumentProblem, documentErrorOf } from '../../platform/documents/document.errors.ts';
import { ViewerError, type ViewerProblem } from './viewer.types.ts';

/** Everything that can stand in the place of a document; the key of its text. */
export type PreviewProblem = DocumentProblem | ViewerProblem;

/** What a person can do about a problem here: try again, sign in again, ask for access, or only read why. */
export type WayOn = 'retry' | 'signIn' | 'apply' | 'none';

const ways: Partial<Record<PreviewProblem, WayOn>> = {
  noTenant: 'none',
  otherTenant: 'none',
  notAllowed: 'apply',
  notMember: 'none',
  browserExcluded: 'none',
  withdrawn: 'none',
  keyWithdrawn: 'none',
  captureForbidden: 'none',
  obligation: 'none',
  protectionUnknown: 'none',
  foreignKey: 'none',
  tooLarge: 'none',
  mediaUnsupported: 'none',
  pictureUnsupported: 'none',
  signedOut: 'signIn',
  deviceUnknown: 'signIn',
};

export const wayOn = (problem: PreviewProblem): WayOn => ways[problem] ?? 'retry';

export const problemOf = (error: unknown): PreviewProblem =>
  error instanceof ViewerError ? error.code : documentErrorOf(error).code;

/** What the document is, where that is why it does not show. */
export const detailOf = (error: unknown): string | null =>
  error instanceof ViewerError ? error.detail : null;

/** The organisation that refused, where one did. */
export const refuserOf = (error: unknown): string | null =>
  error instanceof ViewerError ? null : documentErrorOf(error).tid;

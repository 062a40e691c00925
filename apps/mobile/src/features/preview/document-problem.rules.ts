import { type DocumentProblem, documentErrorOf } from '../../platform/documents/document.errors.ts';
import { ViewerError, type ViewerProblem } from './viewer.types.ts';

/** Everything that can stand in the place of a document; the key of its text. */
export type PreviewProblem = DocumentProblem | ViewerProblem;

/** What a person can do about a problem here: try again, sign in again, or only read why. */
export type WayOn = 'retry' | 'signIn' | 'none';

const ways: Partial<Record<PreviewProblem, WayOn>> = {
  noTenant: 'none',
  otherTenant: 'none',
  withdrawn: 'none',
  obligation: 'none',
  protectionUnknown: 'none',
  foreignKey: 'none',
  tooLarge: 'none',
  signedOut: 'signIn',
  deviceUnknown: 'signIn',
};

export const wayOn = (problem: PreviewProblem): WayOn => ways[problem] ?? 'retry';

export const problemOf = (error: unknown): PreviewProblem =>
  error instanceof ViewerError ? error.code : documentErrorOf(error).code;

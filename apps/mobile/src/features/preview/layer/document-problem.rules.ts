import { ViewerError, type ViewerProblem } from '@sealflow/viewers/viewer/viewer.types.ts';
import { type DocumentProblem, documentErrorOf } from '../../../platform/documents/document.errors.ts';

/** Every problem that can replace the document; also the key of its text. */
export type PreviewProblem = DocumentProblem | ViewerProblem;

/** The remedy that the screen offers for a problem. */
export type Remedy = 'retry' | 'signIn' | 'apply' | 'none';

const remedies: Partial<Record<PreviewProblem, Remedy>> = {
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
  encryptionUnsupported: 'none',
  signedOut: 'signIn',
  deviceUnknown: 'signIn',
};

export const remedyFor = (problem: PreviewProblem): Remedy => remedies[problem] ?? 'retry';

export const problemOf = (error: unknown): PreviewProblem =>
  error instanceof ViewerError ? error.code : documentErrorOf(error).code;

/** A description of the document, where it explains the problem. */
export const problemDetailOf = (error: unknown): string | null =>
  error instanceof ViewerError ? error.detail : null;

/** The organisation that rejected access, if one did. */
export const rejectingTenantOf = (error: unknown): string | null =>
  error instanceof ViewerError ? null : documentErrorOf(error).tid;

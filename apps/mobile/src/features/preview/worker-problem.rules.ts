import { ViewerError } from './viewer.types.ts';

/**
 * Why a worker of a viewer broke. A worker whose script does not load reports a plain event, and one that throws an
 * error event: only the latter says something about the document.
 */
export const workerProblemOf = (event: Event): ViewerError =>
  new ViewerError(event instanceof ErrorEvent ? 'unreadable' : 'viewerNotLoaded');

import { ViewerError } from './viewer.types.ts';

/**
 * The reason why a viewer's worker failed. A worker whose script does not load reports a plain `Event`, one
 * that throws reports an `ErrorEvent`: only the latter says something about the document.
 */
export const workerProblemOf = (event: Event): ViewerError =>
  new ViewerError(event instanceof ErrorEvent ? 'unreadable' : 'viewerNotLoaded');

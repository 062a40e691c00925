import type { ViewerProblem } from '../viewer.types.ts';

/** What a `MediaError` says; the message is the engine's own. */
export type MediaFailure = { readonly code: number; readonly message: string };

/** `MediaError.MEDIA_ERR_DECODE`. */
const decodeError = 3;
/** Firefox names its media sink, Chromium its audio renderer. */
const outputFailure = /media ?sink|audio[_ ]?(?:sink|renderer|output)/i;

/**
 * Whether the device or the file is at fault when a player gives up.
 * @param hasPlayed - whether any of it was played. What was ready and fails to decode at its very beginning is encoded in a
 *   way that the device cannot play; what fails later is damaged there.
 */
export function problemOfMediaFailure(
  failure: MediaFailure | null,
  { isReady, hasPlayed }: { readonly isReady: boolean; readonly hasPlayed: boolean },
): ViewerProblem {
  if (failure !== null && outputFailure.test(failure.message)) return 'soundUnavailable';
  return failure?.code === decodeError && isReady && !hasPlayed ? 'mediaUnsupported' : 'unreadable';
}

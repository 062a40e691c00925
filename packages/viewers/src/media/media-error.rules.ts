import type { ViewerProblem } from '../viewer/viewer.types.ts';

/** The fields of a `MediaError`; the message depends on the engine. */
export type MediaFailure = { readonly code: number; readonly message: string };

/** `MediaError.MEDIA_ERR_DECODE`. */
const decodeError = 3;
/** Firefox mentions its media sink, Chromium its audio renderer. */
const outputFailure = /media ?sink|audio[_ ]?(?:sink|renderer|output)/i;

/**
 * Decides whether the device or the file is at fault when a player fails.
 * @param hasPlayed - whether any of it was played. Media that fail to decode at the very beginning use an
 * encoding that the device cannot play; media that fail later are damaged there.
 */
export function problemOfMediaFailure(
  failure: MediaFailure | null,
  { isReady, hasPlayed }: { readonly isReady: boolean; readonly hasPlayed: boolean },
): ViewerProblem {
  if (failure !== null && outputFailure.test(failure.message)) return 'soundUnavailable';
  return failure?.code === decodeError && isReady && !hasPlayed ? 'mediaUnsupported' : 'unreadable';
}

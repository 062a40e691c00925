import { expect, it } from 'vitest';
import { problemOfMediaFailure } from './media-error.rules.ts';

const beforeReady = { isReady: false, hasPlayed: false };
const atPlay = { isReady: true, hasPlayed: false };
const later = { isReady: true, hasPlayed: true };

it.each([
  // Messages of Firefox and Chromium on a machine without audio output.
  [{ code: 3, message: 'OnMediaSinkAudioError' }, atPlay, 'soundUnavailable'],
  [{ code: 3, message: 'OnMediaSinkAudioError' }, beforeReady, 'soundUnavailable'],
  [{ code: 3, message: 'AUDIO_RENDERER_ERROR: audio render error' }, later, 'soundUnavailable'],
  [{ code: 3, message: 'PIPELINE_ERROR_DECODE' }, atPlay, 'mediaUnsupported'],
  [{ code: 3, message: 'PIPELINE_ERROR_DECODE' }, later, 'unreadable'],
  [{ code: 3, message: '' }, beforeReady, 'unreadable'],
  [{ code: 4, message: 'DEMUXER_ERROR_COULD_NOT_OPEN' }, atPlay, 'unreadable'],
  [null, atPlay, 'unreadable'],
])('maps %j with %j to %s', (failure, state, problem) => {
  expect(problemOfMediaFailure(failure, state)).toBe(problem);
});

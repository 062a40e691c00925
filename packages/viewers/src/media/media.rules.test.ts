import { expect, test } from 'vitest';
import { mediaDetailOf, positionOfTime, timeOfPosition, timeText } from './media.rules.ts';
import { bufferedUntil, secondsAhead } from './media-buffer.rules.ts';
import { mediaFormatOf } from './media-format.rules.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const typeOf = (text: string) => mediaFormatOf(latin1(text), text)?.mimeType ?? null;

test.each([
  ['\0\0\0\x20ftypisom', 'video/mp4'],
  ['\0\0\0\x20ftypM4A \0', 'audio/mp4'],
  ['\0\0\0\x14ftypqt  \0', 'video/quicktime'],
  ['\0\0\0\x08wide\0\0', 'video/quicktime'],
  ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x82\x84webm', 'video/webm'],
  ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x23B\x82\x88matroska', 'video/x-matroska'],
  ['ID3\x04\0\0\0\0\0\0', 'audio/mpeg'],
  ['fLaC\0\0\0\x22', 'audio/flac'],
  [`OggS${'\0'.repeat(24)}OpusHead`, 'audio/ogg'],
  [`OggS${'\0'.repeat(24)}\x80theora`, 'video/ogg'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
  [`G${'\0'.repeat(187)}G${'\0'.repeat(187)}G`, 'video/mp2t'],
  // MPEG-1 layer III, 128 kbit/s, 44100 Hz: 417 bytes per frame.
  [`\xff\xfb\x90\0${'\0'.repeat(413)}\xff\xfb\x90\0`, 'audio/mpeg'],
  [`\xff\xf3\x40\0${'\0'.repeat(140)}\xff\xf3\x40\0`, null],
  // ADTS with 16 bytes per frame.
  [`\xff\xf1\x50\x80\x02\0\xfc${'\0'.repeat(9)}\xff\xf1\x50\x80`, 'audio/aac'],
  ['\xff\xfeh\0e\0', null],
  ['\xff\xfb\x90\0 a text that begins oddly', null],
  ['G is the first letter', null],
  ['', null],
])('detects the media type of %j', (start, mimeType) => {
  expect(typeOf(start)).toBe(mimeType);
});

test('the buffer holds about the same number of bytes for a film of any size', () => {
  expect(secondsAhead(2_000_000_000, 3600)).toBe(30);
  expect(secondsAhead(2_000_000_000, 600)).toBeCloseTo(5, 0);
  expect(secondsAhead(2_000_000_000, 60)).toBe(3);
  expect(secondsAhead(1000, 0)).toBe(3);
});

test('a time is buffered only within the buffered ranges', () => {
  const ranges = [
    [0, 4],
    [10, 12],
  ] as const;
  const given = {
    length: ranges.length,
    start: (index: number) => ranges[index]?.[0] ?? 0,
    end: (index: number) => ranges[index]?.[1] ?? 0,
  };
  expect([0, 3.9, 4, 9, 10, 12].map((at) => bufferedUntil(given, at))).toEqual([4, 4, null, null, 12, null]);
});

test('a position is restored as its time, and a finished film starts again at the beginning', () => {
  expect(timeOfPosition(positionOfTime(90, 360), 360)).toBe(90);
  expect(positionOfTime(359, 360)).toBe(1);
  expect(timeOfPosition(1, 360)).toBe(0);
  expect(timeOfPosition(1.5, Number.POSITIVE_INFINITY)).toBe(0);
  expect(positionOfTime(5, Number.NaN)).toBe(1);
});

test('times are formatted as in media players', () => {
  expect([0, 59.9, 61, 3600, 36_061, Number.NaN, Number.POSITIVE_INFINITY].map(timeText)).toEqual([
    '0:00',
    '0:59',
    '1:01',
    '1:00:00',
    '10:01:01',
    '0:00',
    '0:00',
  ]);
});

test('the details of a film fit in one line', () => {
  const facts = { title: null, artist: null, album: null, cover: null };
  const video = { kind: 'video', codec: 'hvc1.1.6.L93', width: 1920, height: 1080 } as const;
  const audio = { kind: 'audio', codec: '', width: 0, height: 0 } as const;
  expect(mediaDetailOf({ ...facts, container: 'MP4', duration: 65, tracks: [video, audio] })).toBe(
    'MP4 · hvc1.1.6.L93 1920 × 1080 · ? · 1:05',
  );
});

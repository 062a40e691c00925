import { expect, it } from 'vitest';
import { frameSource, showHere } from '../../testing/frame-stage.ts';
import { wavOf, webmOf } from '../../testing/sample-media.ts';
import type { FrameSource } from '../frame/frame.types.ts';
import type { FrameMedia } from './media.types.ts';
import { show } from './media-frame.viewer.ts';

async function mediaOf(source: FrameSource): Promise<FrameMedia> {
  const { media } = (await showHere(show, source)).view;
  if (media === undefined) throw new Error('nothing to ask');
  return media;
}

async function allOf(media: FrameMedia, seconds: number): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  await media.start(seconds);
  for (let piece = await media.next(); piece.length > 0; piece = await media.next()) pieces.push(piece);
  return pieces;
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);

it('reports the title, the tracks and the duration of a media file', async () => {
  const cover = { data: Uint8Array.of(137, 80, 78, 71), mimeType: 'image/png', kind: 'coverFront' } as const;
  const tags = { title: '周会录音', artist: '张伟', album: '例会', images: [cover] };
  const media = await mediaOf(frameSource(await webmOf({ seconds: 2, tags })));
  const facts = await media.facts();
  expect(facts).toMatchObject({ title: '周会录音', artist: '张伟', album: '例会' });
  expect(facts.tracks).toMatchObject([
    { kind: 'video', codec: 'vp8', width: 320, height: 180 },
    { codec: 'opus' },
  ]);
  expect(facts.duration).toBeCloseTo(2, 0);
});

it('delivers a film piece by piece, from any start time', async () => {
  const media = await mediaOf(frameSource(await webmOf({ seconds: 6 })));
  const plan = await media.plan();
  expect(plan?.kinds).toEqual(['video', 'audio']);
  expect(MediaSource.isTypeSupported(plan?.mimeType ?? '')).toBe(true);
  const all = await allOf(media, 0);
  expect(all.length).toBeGreaterThan(5);
  const rest = await allOf(media, 4.5);
  expect(sizeOf(rest)).toBeLessThan(sizeOf(all) / 2);
  expect(sizeOf(await allOf(media, 0))).toBe(sizeOf(all));
});

it('transcodes audio that browsers cannot buffer', async () => {
  const media = await mediaOf(frameSource(wavOf(2)));
  const plan = await media.plan();
  expect(plan?.kinds).toEqual(['audio']);
  expect(plan?.mimeType).toContain('opus');
  expect(sizeOf(await allOf(media, 0))).toBeGreaterThan(1000);
});

it('reads little more of a long recording than it delivers', async () => {
  const bytes = wavOf(60);
  const source = frameSource(bytes);
  const media = await mediaOf(source);
  await media.plan();
  await media.start(30);
  await media.next();
  const read = source.reads.reduce((sum, [, length]) => sum + length, 0);
  expect(read).toBeLessThan(bytes.length / 2);
});

it('rejects a file that is not media, and delivers the available part of a truncated film', async () => {
  await expect(mediaOf(frameSource(new Uint8Array(5000)))).rejects.toMatchObject({ code: 'unreadable' });
  const bytes = await webmOf({ seconds: 4 });
  const half = await mediaOf(frameSource(bytes.slice(0, bytes.length / 2)));
  const given = sizeOf(await allOf(half, 0));
  expect(given).toBeGreaterThan(bytes.length / 4);
  expect(given).toBeLessThan(bytes.length);
});

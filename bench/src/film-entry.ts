import { openDocument } from '@sealflow/tdf';
import { mediaViewer } from '@sealflow/viewers/media/media.viewer.ts';
import { keysOf, readRemote, type SealedFile } from './sealed-remote.ts';
import { createViewerStage } from './viewer-stage.ts';

async function withWorker(): Promise<void> {
  const isThere = new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  await navigator.serviceWorker.register('/worker.js');
  await isThere;
}

const once = (video: HTMLVideoElement, name: string) =>
  new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
  });

const film = () => {
  const video = document.querySelector('video');
  if (video === null) throw new Error('no film is open');
  return video;
};

/** The time to the first picture of a video with the app’s reader, service worker and player, in ms. */
async function openFilm(file: SealedFile): Promise<number> {
  await withWorker();
  const container = document.createElement('div');
  container.style.cssText = 'position: fixed; inset: 0';
  document.body.replaceChildren(container);
  const sealed = await readRemote(file.url);
  const keys = await keysOf(sealed, file);
  const start = performance.now();
  const { bytes } = await openDocument({ source: sealed, keys });
  await mediaViewer({ viewer: 'media', mimeType: 'video/webm', name: 'WebM' })({
    ...createViewerStage(),
    container,
    content: bytes,
    watermark: ['138****5678', '张伟', '2026-11-20 09:00'],
    label: 'sample',
    extension: 'webm',
    words: { page: String, link: String, brokenPage: '' },
    mayCopy: false,
  });
  return performance.now() - start;
}

/** Plays some seconds of the video. */
async function playOn(seconds: number): Promise<void> {
  const video = film();
  const until = video.currentTime + seconds;
  video.muted = true;
  await video.play();
  while (video.currentTime < until) await once(video, 'timeupdate');
  video.pause();
}

/** Seeks to a fraction of the video. @returns the time until its picture is shown, in ms. */
async function seekTo(share: number): Promise<number> {
  const video = film();
  const start = performance.now();
  const isThere = once(video, 'seeked');
  video.currentTime = video.duration * share;
  await isThere;
  return performance.now() - start;
}

Object.assign(globalThis, { openFilm, playOn, seekTo });

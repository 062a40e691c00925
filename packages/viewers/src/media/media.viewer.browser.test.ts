import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { wavOf, webmOf } from '../../testing/sample-media.ts';
import { counted, show as showOn } from '../../testing/stage.ts';
import { media as texts } from '../texts/zh/media.ts';
import { mediaViewer } from './media.viewer.ts';
import type { MediaServerPort } from './media-server.types.ts';
import { standaloneHost } from './player.types.ts';

const webm = mediaViewer({ viewer: 'media', mimeType: 'video/webm', name: 'WebM' });
const wav = mediaViewer({ viewer: 'media', mimeType: 'audio/wav', name: 'WAVE' });

let film: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  // The player uses the language of its page.
  document.documentElement.lang = 'zh-CN';
  film = await webmOf({ seconds: 20 });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'fullscreenEnabled');
  document.body.replaceChildren();
});

async function show(...[viewer, content, given]: Parameters<typeof showOn>) {
  const stage = await showOn(viewer, content, given);
  const video = stage.container.querySelector('video');
  const root = stage.container.querySelector('section');
  if (video === null || root === null) throw new Error('no player');
  return { ...stage, video, root };
}

/** An app that hides its content while it is locked. */
function appWithLock() {
  const listeners = new Set<() => void>();
  let isLocked = false;
  const setLocked = (now: boolean) => {
    isLocked = now;
    for (const listener of listeners) listener();
  };
  const onObscuredChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { host: { ...standaloneHost, isObscured: () => isLocked, onObscuredChange }, setLocked, listeners };
}

it('plays a buffered film under its watermark, and pauses when the app is locked', async () => {
  const { host, setLocked, listeners } = appWithLock();
  const viewer = mediaViewer({ viewer: 'media', mimeType: 'video/webm', name: 'WebM' }, host);
  const { container, open, video } = await show(viewer, counted(film));
  expect([video.videoWidth, video.videoHeight]).toEqual([320, 180]);
  expect(video.duration).toBeCloseTo(20, 0);
  expect([video.controls, video.disablePictureInPicture, video.playsInline]).toEqual([false, true, true]);
  const screen = video.parentElement;
  const watermark = () => screen?.lastElementChild?.textContent;
  expect(watermark()).toContain('138****5678');
  screen?.lastElementChild?.remove();
  await expect.poll(watermark).toContain('138****5678');
  expect(container.querySelector('iframe')?.contentDocument).toBeNull();
  await page.getByRole('button', { name: texts.play, exact: true }).click();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
  await userEvent.keyboard(' ');
  await expect.poll(() => video.paused).toBe(true);
  await userEvent.keyboard(' ');
  await expect.poll(() => video.paused).toBe(false);
  setLocked(true);
  await expect.poll(() => video.paused).toBe(true);
  // A headset key must not start playback behind the lock screen.
  await video.play().catch(() => undefined);
  await expect.poll(() => video.paused).toBe(true);
  setLocked(false);
  await video.play();
  setLocked(true);
  await expect.poll(() => video.paused).toBe(true);
  open.close();
  expect([container.children.length, video.src, listeners.size]).toEqual([0, '', 0]);
});

it('starts at the last position, and seeks by the slider and by keys', async () => {
  const places: number[] = [];
  const given = { start: 1.5, onPage: (place: number) => places.push(place) };
  const { open, video } = await show(webm, counted(film), given);
  const position = () => [video.seeking, Math.round(video.currentTime)];
  await expect.poll(position).toEqual([false, 10]);
  await expect.poll(() => places.at(-1)).toBeCloseTo(1.5, 1);
  const bar = page.getByRole('slider', { name: texts.position }).element() as HTMLInputElement;
  bar.value = '15';
  bar.dispatchEvent(new Event('change'));
  await expect.poll(position).toEqual([false, 15]);
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('15 秒，共 20 秒');
  video.parentElement?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(position).toEqual([false, 10]);
  await userEvent.keyboard('{Home}');
  await expect.poll(position).toEqual([false, 0]);
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('button', { name: texts.unmute })).toBeVisible();
  expect(video.muted).toBe(true);
  await page.getByRole('combobox', { name: texts.speed }).selectOptions('1.5');
  await expect.poll(() => video.playbackRate).toBe(1.5);
  open.close();
});

it('keeps a seek that happens while data for the position before arrives', async () => {
  let seekOnData: (() => void) | null = null;
  const seekBeforeUpdateEnd = ({ target }: Event) => {
    // A buffer that was removed cannot be read, and gets no event that matters here.
    if (seekOnData === null) return;
    const { buffered } = target as SourceBuffer;
    if (buffered.length === 0 || buffered.start(0) > 5) return;
    seekOnData();
    seekOnData = null;
  };
  class WatchedSource extends MediaSource {
    override addSourceBuffer(mimeType: string) {
      const buffer = super.addSourceBuffer(mimeType);
      // This listener runs before those of the player.
      buffer.addEventListener('updateend', seekBeforeUpdateEnd);
      return buffer;
    }
  }
  vi.stubGlobal('MediaSource', WatchedSource);
  const { open, video } = await show(webm, counted(film), { start: 1.5 });
  const position = () => [video.seeking, Math.round(video.currentTime)];
  await expect.poll(position).toEqual([false, 10]);
  seekOnData = () => {
    video.currentTime = 0;
  };
  video.currentTime = 5;
  await expect.poll(() => seekOnData).toBeNull();
  await expect.poll(position).toEqual([false, 0]);
  open.close();
});

it('fills the window with the watermark where the browser has fullscreen for videos only', async () => {
  Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true });
  const { open, root } = await show(webm, counted(film));
  const size = () => {
    const { width, height } = root.getBoundingClientRect();
    return [width, height];
  };
  await page.getByRole('button', { name: texts.enterFullscreen }).click();
  await expect.poll(size).toEqual([innerWidth, innerHeight]);
  expect(root.textContent).toContain('138****5678');
  await userEvent.keyboard('{Escape}');
  await expect.poll(size).toEqual([360, 600]);
  open.close();
});

it('fills the window in the native shell, because fullscreen leaves the view with capture protection', async () => {
  vi.stubGlobal('Capacitor', {});
  const full = vi.spyOn(Element.prototype, 'requestFullscreen');
  const { open, root } = await show(webm, counted(film));
  await page.getByRole('button', { name: texts.enterFullscreen }).click();
  await expect.poll(() => root.getBoundingClientRect().width).toBe(innerWidth);
  expect(full).not.toHaveBeenCalled();
  full.mockRestore();
  await userEvent.keyboard('{Escape}');
  open.close();
});

it('shows the title of an audio recording', async () => {
  const tags = { title: '周会录音', artist: '张伟' };
  const { open } = await show(webm, counted(await webmOf({ seconds: 1, picture: false, tags })));
  await expect.element(page.getByText('周会录音')).toBeVisible();
  expect(page.getByRole('button', { name: texts.enterFullscreen }).query()).toBeNull();
  open.close();
  const sound = await show(wav, counted(wavOf(2)));
  expect(sound.video.duration).toBeCloseTo(2, 1);
  sound.open.close();
});

it.each([
  ['OnMediaSinkAudioError', 'soundUnavailable'],
  ['PIPELINE_ERROR_DECODE', 'mediaUnsupported'],
])('blames the device and not the file for %s at the first play', async (message, code) => {
  const { open, video, failures } = await show(wav, counted(wavOf(2)));
  Object.defineProperty(video, 'error', { value: { code: MediaError.MEDIA_ERR_DECODE, message } });
  video.dispatchEvent(new Event('error'));
  expect(failures).toMatchObject([{ name: 'ViewerError', code }]);
  open.close();
});

it('reports a film that fails during playback as incomplete', async () => {
  const { open, video, failures } = await show(webm, counted(film));
  await video.play();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.1);
  Object.defineProperty(video, 'error', {
    value: { code: MediaError.MEDIA_ERR_DECODE, message: 'PIPELINE_ERROR_DECODE' },
  });
  video.dispatchEvent(new Event('error'));
  expect(failures).toMatchObject([{ name: 'ViewerError', code: 'unreadable' }]);
  open.close();
});

it('rejects with the read error, and leaves no element in the page', async () => {
  const failure = new Error('tampered');
  const failing = { size: 1000, read: () => Promise.reject(failure) };
  await expect(show(webm, failing)).rejects.toBe(failure);
  await expect(show(webm, counted(new Uint8Array(3000)))).rejects.toMatchObject({ code: 'unreadable' });
  expect(document.querySelectorAll('video, iframe')).toHaveLength(0);
});

/** A device that serves media natively. The test video is not a document, so it may be a blob URL. */
function device() {
  const closed = vi.fn<() => void>();
  const server: MediaServerPort = {
    async serve({ mimeType, size, read }) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const { signal } = new AbortController();
      for (let offset = 0; offset < size; offset += parts.at(-1)?.length ?? size) {
        parts.push((await read({ request: 'a', offset, length: size - offset, signal })).slice());
      }
      return { url: URL.createObjectURL(new Blob(parts, { type: mimeType })), close: closed };
    },
  };
  return { server, closed };
}

it('plays through the media server of the device where buffering is unsupported, from the last position', async () => {
  vi.stubGlobal('MediaSource', undefined);
  vi.stubGlobal('ManagedMediaSource', undefined);
  const { server, closed } = device();
  const served = mediaViewer(
    { viewer: 'media', mimeType: 'video/webm', name: 'WebM' },
    { ...standaloneHost, mediaServer: async () => server },
  );
  const content = counted(film);
  const { open, video } = await show(served, content, { start: 1.5 });
  expect(content.bytesRead()).toBeGreaterThanOrEqual(content.size);
  expect([video.videoWidth, video.videoHeight]).toEqual([320, 180]);
  await expect.poll(() => Math.round(video.currentTime)).toBe(10);
  expect(video.parentElement?.textContent).toContain('138****5678');
  open.close();
  expect(closed).toHaveBeenCalledOnce();
});

it('reports that the film cannot be played without buffering and without a media server', async () => {
  vi.stubGlobal('MediaSource', undefined);
  vi.stubGlobal('ManagedMediaSource', undefined);
  await expect(show(webm, counted(film))).rejects.toMatchObject({ code: 'mediaUnsupported' });
});

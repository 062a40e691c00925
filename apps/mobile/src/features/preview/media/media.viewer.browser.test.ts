import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { media as texts } from '../../../i18n/zh/media.ts';
import { wavOf, webmOf } from '../tests/sample-media.ts';
import { counted, show } from '../tests/stage.ts';
import { mediaViewer } from './media.viewer.ts';

const webm = mediaViewer({ viewer: 'media', mimeType: 'video/webm', name: 'WebM' });
const wav = mediaViewer({ viewer: 'media', mimeType: 'audio/wav', name: 'WAVE' });

const videoOf = (container: HTMLElement) => {
  const video = container.querySelector('video');
  if (video === null) throw new Error('no film');
  return video;
};

it('plays a film that is fed piece by piece, under the watermark and without ways of the browser around it', async () => {
  const stage = await show(webm, counted(await webmOf({ seconds: 4 })));
  const video = videoOf(stage.container);
  expect([video.videoWidth, video.videoHeight]).toEqual([320, 180]);
  expect(video.duration).toBeCloseTo(4, 0);
  expect([video.controls, video.disablePictureInPicture, video.playsInline]).toEqual([false, true, true]);
  const screen = video.parentElement;
  expect(screen?.lastElementChild?.textContent).toContain('138****5678');
  screen?.lastElementChild?.remove();
  await expect.poll(() => screen?.lastElementChild?.textContent).toContain('138****5678');
  const frame = stage.container.querySelector('iframe');
  expect(frame?.contentDocument).toBeNull();
  await page.getByRole('button', { name: texts.play }).click();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0.3);
  await userEvent.keyboard(' ');
  await expect.poll(() => video.paused).toBe(true);
  stage.open.close();
  expect([stage.container.children.length, video.src]).toEqual([0, '']);
  stage.end();
});

it('goes where the bar is let go, and where keys lead', async () => {
  const stage = await show(webm, counted(await webmOf({ seconds: 20 })));
  const video = videoOf(stage.container);
  const bar = page.getByRole('slider', { name: texts.position });
  const goTo = (seconds: number) => {
    const element = bar.element() as HTMLInputElement;
    element.value = String(seconds);
    element.dispatchEvent(new Event('change'));
  };
  goTo(15);
  await expect.poll(() => [video.seeking, Math.round(video.currentTime)]).toEqual([false, 15]);
  await expect.poll(() => bar.element().getAttribute('aria-valuetext')).toBe('15 秒，共 20 秒');
  stage.container.querySelector<HTMLElement>('[role="document"]')?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => [video.seeking, Math.round(video.currentTime)]).toEqual([false, 10]);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => [video.seeking, video.currentTime]).toEqual([false, 0]);
  await userEvent.keyboard('m');
  expect(video.muted).toBe(true);
  await expect.element(page.getByRole('button', { name: texts.unmute })).toBeVisible();
  await page.getByRole('combobox', { name: texts.speed }).selectOptions('1.5');
  expect(video.playbackRate).toBe(1.5);
  stage.open.close();
  stage.end();
});

it('comes back to where it was left', async () => {
  const places: number[] = [];
  const content = counted(await webmOf({ seconds: 8 }));
  const stage = await show(webm, content, { start: 1.5, onPage: (place) => places.push(place) });
  await expect.poll(() => Math.round(videoOf(stage.container).currentTime)).toBe(4);
  await expect.poll(() => places.at(-1)).toBeCloseTo(1.5, 1);
  stage.open.close();
  stage.end();
});

it('takes the window with its watermark where the browser gives the screen to films alone', async () => {
  const stage = await show(webm, counted(await webmOf({ seconds: 2 })));
  Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true });
  const root = stage.container.querySelector('section');
  await page.getByRole('button', { name: texts.enterFullscreen }).click();
  const { width, height } = root!.getBoundingClientRect();
  expect([width, height]).toEqual([innerWidth, innerHeight]);
  expect(root?.textContent).toContain('138****5678');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: texts.enterFullscreen })).toBeVisible();
  expect(root?.getBoundingClientRect().width).toBe(360);
  Reflect.deleteProperty(document, 'fullscreenEnabled');
  stage.open.close();
  stage.end();
});

it('shows a recording with what it says of itself', async () => {
  const tags = { title: '周会录音', artist: '张伟' };
  const stage = await show(webm, counted(await webmOf({ seconds: 2, picture: false, tags })));
  await expect.element(page.getByText('周会录音')).toBeVisible();
  expect(page.getByRole('button', { name: texts.enterFullscreen }).query()).toBeNull();
  stage.open.close();
  stage.end();
  const sound = await show(wav, counted(wavOf(2)));
  expect(videoOf(sound.container).duration).toBeCloseTo(2, 1);
  sound.open.close();
  sound.end();
});

it('stops, silent, when the app is covered by its lock', async () => {
  const stage = await show(webm, counted(await webmOf({ seconds: 4 })));
  const video = videoOf(stage.container);
  await page.getByRole('button', { name: texts.play }).click();
  await expect.poll(() => video.currentTime).toBeGreaterThan(0);
  document.documentElement.dataset['covered'] = '';
  await expect.poll(() => video.paused).toBe(true);
  delete document.documentElement.dataset['covered'];
  stage.open.close();
  stage.end();
});

it('ends with the reason where bytes are refused, and leaves nothing in the page', async () => {
  const failure = new Error('tampered');
  const failing = { size: 1000, read: () => Promise.reject(failure) };
  await expect(show(webm, failing)).rejects.toBe(failure);
  await expect(show(webm, counted(new Uint8Array(3000)))).rejects.toMatchObject({ code: 'unreadable' });
  expect(document.querySelectorAll('video, iframe[src*="viewer-frame-media"]')).toHaveLength(0);
});

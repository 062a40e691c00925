import { expect, it, vi } from 'vitest';
import { frameSource } from '../../testing/frame-stage.ts';
import { sampleHeic } from '../../testing/sample-heic.ts';
import { greyPage, sampleTiff } from '../../testing/sample-tiff.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { openHeic } from '../heic/heic-picture.util.ts';
import { imageViewer } from './image.viewer.ts';

it('shows the pages of a scan, draws them near the viewport and opens at the last position', async () => {
  const pages = Array.from({ length: 12 }, (_, index) => greyPage(60, 80, 10 * index));
  const stage = await show(imageViewer('image/tiff'), counted(sampleTiff(pages)), { start: 3 });
  await expect.poll(() => stage.pages.at(-1)).toEqual([3, 12]);
  const drawn = (page: number) =>
    stage.container.querySelector<HTMLCanvasElement>(`[aria-label="${page} / 12"] canvas`);
  expect(inked(drawn(3)!)).toBeGreaterThan(1000);
  expect(drawn(12)).toBeNull();
  stage.open.goTo?.(12);
  await expect.poll(() => drawn(12) !== null).toBe(true);
  await expect.poll(() => drawn(3)).toBeNull();
  stage.open.close();
  expect(stage.failures).toEqual([]);
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('keeps the place of a broken page among the others', async () => {
  const broken = { ...greyPage(60, 80, 0), tags: { ...greyPage(60, 80, 0).tags, 259: [50_001] } };
  const stage = await show(imageViewer('image/tiff'), counted(sampleTiff([broken, greyPage(60, 80, 9)])));
  await expect.poll(() => stage.container.textContent).toContain('broken page');
  await expect.poll(() => stage.container.querySelectorAll('canvas').length).toBe(1);
  stage.open.close();
  stage.end();
});

it('shows a HEIC photo', async () => {
  const stage = await show(imageViewer('image/heic'), counted(sampleHeic()));
  const canvas = stage.container.querySelector('canvas')!;
  expect([canvas.width, canvas.height]).toEqual([64, 64]);
  expect(inked(canvas)).toBeGreaterThan(1000);
  stage.open.close();
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it.each([
  ['missing', undefined],
  [
    'refused',
    {
      Module: function refuse() {
        throw new Error('Refused to compile or instantiate WebAssembly module');
      },
    },
  ],
])('reports that the device cannot show HEIC when WebAssembly is %s', async (_, scope) => {
  vi.stubGlobal('WebAssembly', scope);
  const opening = openHeic(frameSource(sampleHeic()), () => undefined);
  await expect(opening).rejects.toMatchObject({ code: 'pictureUnsupported' });
  vi.unstubAllGlobals();
});

it.each([
  ['image/tiff', new Uint8Array([0x49, 0x49, 42, 0, 8, 0, 0, 0])],
  ['image/heic', sampleHeic().slice(0, 400)],
  ['image/svg+xml', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
])('reports that a broken %s failed to load', async (mimeType, bytes) => {
  await expect(show(imageViewer(mimeType), counted(Uint8Array.from(bytes)))).rejects.toMatchObject({
    code: 'imageFailed',
  });
});

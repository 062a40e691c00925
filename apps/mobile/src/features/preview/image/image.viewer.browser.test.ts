import { expect, it, vi } from 'vitest';
import { counted, inked, show } from '../tests/stage.ts';
import { imageViewer } from './image.viewer.ts';

async function whitePicture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

it('draws the picture and the watermark into one canvas, without a blob', async () => {
  const bytes = await whitePicture(800, 600);
  const made = vi.spyOn(URL, 'createObjectURL');
  const stage = await show(imageViewer('image/png'), counted(bytes));
  const canvas = stage.container.querySelector('canvas');
  expect([canvas?.width, canvas?.height]).toEqual([800, 600]);
  expect(inked(canvas!)).toBeGreaterThan(1000);
  expect(stage.container.querySelector('img')).toBeNull();
  expect(made).not.toHaveBeenCalled();
  stage.open.close();
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('draws a picture smaller that no phone would take', async () => {
  const stage = await show(imageViewer('image/png'), counted(await whitePicture(6000, 4000)));
  const canvas = stage.container.querySelector('canvas')!;
  expect(canvas.width * canvas.height).toBeLessThanOrEqual(16_010_000);
  expect(canvas.width / canvas.height).toBeCloseTo(1.5, 2);
  stage.open.close();
  stage.end();
});

it('runs no script of a vector picture', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.hacked=1</script><rect width="40" height="40" onload="parent.hacked=1"/></svg>';
  const stage = await show(imageViewer('image/svg+xml'), counted(new TextEncoder().encode(svg)));
  expect(inked(stage.container.querySelector('canvas')!)).toBeGreaterThan(1000);
  expect('hacked' in globalThis).toBe(false);
  stage.open.close();
  stage.end();
});

it('says that a broken picture failed to load', async () => {
  const bytes = (await whitePicture(10, 10)).slice(0, 30);
  await expect(show(imageViewer('image/png'), counted(bytes))).rejects.toMatchObject({ code: 'imageFailed' });
});

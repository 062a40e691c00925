import { expect, it, vi } from 'vitest';
import { blackPng } from '../../testing/sample-png.ts';
import { counted, inked, show } from '../../testing/stage.ts';
import { imageViewer } from './image.viewer.ts';

async function picture(
  width: number,
  height: number,
  { type = 'image/png', half = '#ffffff' }: { readonly type?: string; readonly half?: string } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = half;
  context.fillRect(0, 0, width / 2, height);
  return new Uint8Array(await (await canvas.convertToBlob({ type, quality: 1 })).arrayBuffer());
}

const canvasesIn = (container: Element) => [...container.querySelectorAll('canvas')];
const sizeOf = (canvas: HTMLCanvasElement | undefined) => [canvas?.width, canvas?.height];
const colorAt = (canvas: HTMLCanvasElement | undefined, x: number, y: number) => [
  ...(canvas?.getContext('2d')?.getImageData(x, y, 1, 1).data ?? []),
];

it('draws the image and the watermark into one canvas, without a blob', async () => {
  const bytes = await picture(800, 600);
  const made = vi.spyOn(URL, 'createObjectURL');
  const stage = await show(imageViewer('image/png'), counted(bytes));
  const [canvas] = canvasesIn(stage.container);
  expect(sizeOf(canvas)).toEqual([800, 600]);
  expect(inked(canvas!)).toBeGreaterThan(1000);
  expect(stage.container.querySelector('img')).toBeNull();
  expect(stage.container.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('sample');
  expect(stage.pages.at(-1)).toEqual([1, 1]);
  expect(made).not.toHaveBeenCalled();
  stage.open.close();
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('downscales an image beyond the limits of a phone, and draws a zoomed detail sharply', async () => {
  const stage = await show(imageViewer('image/png'), counted(await picture(6000, 4000)));
  const [canvas] = canvasesIn(stage.container);
  const [width = 0, height = 0] = sizeOf(canvas);
  expect(width * height).toBeLessThanOrEqual(16_010_000);
  expect(width / height).toBeCloseTo(1.5, 2);
  expect(canvasesIn(stage.container).length).toBe(1);
  for (let step = 0; step < 9; step += 1) stage.open.zoom?.('in');
  await expect.poll(() => canvasesIn(stage.container).length).toBe(2);
  const [, detail] = canvasesIn(stage.container);
  expect(inked(detail!)).toBeGreaterThan(1000);
  stage.open.close();
  stage.end();
});

it('downscales a huge PNG row by row', async () => {
  const stage = await show(imageViewer('image/png'), counted(await blackPng(10_000, 8000)));
  const [canvas] = canvasesIn(stage.container);
  const [width = 0, height = 0] = sizeOf(canvas);
  expect(width * height).toBeLessThanOrEqual(16_010_000);
  expect(width / height).toBeCloseTo(1.25, 2);
  expect(inked(canvas!)).toBe(width * height);
  stage.open.close();
  stage.end();
});

it.each([
  ['image/png', 2_000_000_000],
  ['image/webp', 0],
])('rejects %s as too large before decoding', async (mimeType, edge) => {
  const webp = Uint8Array.from(
    `RIFF\xff\xff\xff\x7fWEBPVP8X\n\0\0\0\b\0\0\0\xff\x3f\0\xff\x3f\0 `,
    (character) => character.charCodeAt(0),
  );
  const png = await picture(1, 1);
  new DataView(png.buffer).setUint32(16, edge);
  new DataView(png.buffer).setUint32(20, edge);
  const shown = show(imageViewer(mimeType), counted(mimeType === 'image/png' ? png : webp));
  await expect(shown).rejects.toMatchObject({ code: 'tooLarge' });
});

it('rotates an image clockwise with an upright watermark', async () => {
  const stage = await show(imageViewer('image/png'), counted(await picture(80, 40, { half: '#ff0000' })));
  expect(colorAt(canvasesIn(stage.container)[0], 2, 2).slice(0, 2)).toEqual([255, 0]);
  stage.open.rotate?.();
  await expect.poll(() => sizeOf(canvasesIn(stage.container)[0])).toEqual([40, 80]);
  // The left side of the image is now at the top.
  await expect.poll(() => colorAt(canvasesIn(stage.container)[0], 2, 78)[1]).toBeGreaterThan(100);
  expect(colorAt(canvasesIn(stage.container)[0], 2, 2)[1]).toBeLessThan(100);
  stage.open.close();
  stage.end();
});

it('rotates a photo upright according to its EXIF orientation', async () => {
  const jpeg = await picture(80, 40, { type: 'image/jpeg', half: '#ff0000' });
  const exif = Uint8Array.from(
    '\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\b\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\u0006\0\0\0\0\0\0',
    (character) => character.charCodeAt(0),
  );
  const turned = new Uint8Array([...jpeg.subarray(0, 2), ...exif, ...jpeg.subarray(2)]);
  const stage = await show(imageViewer('image/jpeg'), counted(turned));
  const [canvas] = canvasesIn(stage.container);
  expect(sizeOf(canvas)).toEqual([40, 80]);
  expect(colorAt(canvas, 2, 2)[1]).toBeLessThan(100);
  expect(colorAt(canvas, 2, 78)[1]).toBeGreaterThan(100);
  stage.open.close();
  stage.end();
});

// Endless animation of two one-pixel frames, black and white, a tenth of a second each.
const moving = [
  'R0lGODlhAQABAIAAAAAAAP///yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAQABAAACAkQBACH5BAAKAAAALAAAAAABAAEAAAICTAEAOw==',
].join('');

it('plays an animation until it is stopped', async () => {
  const bytes = Uint8Array.from(atob(moving), (character) => character.charCodeAt(0));
  const stage = await show(imageViewer('image/gif'), counted(bytes));
  const light = () => colorAt(canvasesIn(stage.container)[0], 0, 0)[0] ?? -1;
  await expect.poll(light).toBeGreaterThan(128);
  await expect.poll(light).toBeLessThan(128);
  const button = stage.container.querySelector('button')!;
  const before = button.textContent;
  button.click();
  expect(button.textContent).not.toBe(before);
  stage.open.close();
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('runs no script of an SVG', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>parent.hacked=1</script><rect width="40" height="40" onload="parent.hacked=1"/></svg>';
  const stage = await show(imageViewer('image/svg+xml'), counted(new TextEncoder().encode(svg)));
  expect(inked(canvasesIn(stage.container)[0]!)).toBeGreaterThan(1000);
  expect('hacked' in globalThis).toBe(false);
  // A vector image stays sharp at every zoom level.
  for (let step = 0; step < 9; step += 1) stage.open.zoom?.('in');
  await expect.poll(() => canvasesIn(stage.container).length).toBe(2);
  stage.open.close();
  stage.end();
});

it('shows the available part of a truncated image with a notice', async () => {
  const bytes = (await picture(400, 300, { half: '#ff0000' })).slice(0, -40);
  const stage = await show(imageViewer('image/png'), counted(bytes));
  expect(inked(canvasesIn(stage.container)[0]!)).toBeGreaterThan(1000);
  expect(stage.container.querySelector('[role="status"]')?.textContent).not.toBe('');
  stage.open.close();
  expect(stage.container.children.length).toBe(0);
  stage.end();
});

it('reports that a broken image failed to load', async () => {
  const bytes = (await picture(10, 10)).slice(0, 30);
  await expect(show(imageViewer('image/png'), counted(bytes))).rejects.toMatchObject({ code: 'imageFailed' });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const own = globalThis.structuredClone;
beforeEach(async () => {
  Reflect.deleteProperty(globalThis, 'structuredClone');
  vi.resetModules();
  await import('./pdf-polyfills.ts');
});
afterEach(() => {
  globalThis.structuredClone = own;
});

test('a cloned ImageBitmap stays usable after its original is closed', async () => {
  const pixels = new ImageData(new Uint8ClampedArray([255, 0, 0, 255]), 1, 1);
  const picture = { bitmap: await createImageBitmap(pixels), width: 1, data: new Uint8Array([1, 2]) };
  const copy = structuredClone(picture);
  expect(globalThis.structuredClone).not.toBe(own);
  picture.bitmap.close();
  picture.data.fill(0);
  expect([copy.width, copy.bitmap.width, Array.from(copy.data)]).toEqual([1, 1, [1, 2]]);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context?.drawImage(copy.bitmap, 0, 0);
  expect(Array.from(context?.getImageData(0, 0, 1, 1).data ?? [])).toEqual([255, 0, 0, 255]);
});

import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import { dataViewOf } from '../format/data-view.util.ts';
import type { FrameSource } from '../frame/frame.types.ts';
import { readWholeDocument } from '../frame/read-whole-document.util.ts';
import { createDownscaler, withoutUpscaling } from '../image/downscale.rules.ts';
import type { PixelPictures } from '../image/picture.types.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { runsWebAssembly } from '../viewer/web-assembly.util.ts';

/** Measured at seven bytes per pixel: the planes of the decoder and the four bytes of the RGBA output. */
const maxPixels = 50_000_000;
const maxPictures = 100;

const boxHeaderBytes = 8;

const fileTypeBox = 0x66747970;

/** The boxes of the picture: phones append the film of a photo as a second file, or in ways that are no boxes. */
function pictureBoxes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = dataViewOf(bytes);
  let at = 0;
  while (at + boxHeaderBytes <= bytes.length) {
    const length = view.getUint32(at);
    if (length < boxHeaderBytes || at + length > bytes.length) break;
    if (at > 0 && view.getUint32(at + 4) === fileTypeBox) break;
    at += length;
  }
  return bytes.subarray(0, at);
}

/**
 * Opens HEIC and related formats. The primary image comes first.
 * @throws ViewerError `pictureUnsupported` where the engine or the policy forbids WebAssembly.
 */
export async function openHeic(
  source: FrameSource,
  onProgress: (share: number) => void,
): Promise<PixelPictures> {
  if (!runsWebAssembly(globalThis)) throw new ViewerError('pictureUnsupported');
  const bytes = await readWholeDocument(source, { onProgress });
  const heif = await libheif({ print: () => undefined, printErr: () => undefined });
  const decode = (content: Uint8Array) => [...new heif.HeifDecoder().decode(content)];
  const decoded = decode(bytes);
  const images = (decoded.length > 0 ? decoded : decode(pictureBoxes(bytes)))
    .sort((one, other) => Number(other.is_primary()) - Number(one.is_primary()))
    .slice(0, maxPictures);
  const imageAt = (index: number) => {
    const image = images[index];
    if (!image) throw new ViewerError('imageFailed');
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > maxPixels) throw new ViewerError('tooLarge');
    return { handle: image.handle, size: { width, height } };
  };
  if (images.length === 0) throw new ViewerError('imageFailed');
  return {
    count: images.length,
    facts: async (index) => ({ size: imageAt(index).size, maxScale: 1, isTruncated: false, orientation: 1 }),
    async pixels(index, part) {
      const { handle } = imageAt(index);
      const planes = heif.heif_js_decode_image2(
        handle,
        heif.heif_colorspace.heif_colorspace_RGB,
        heif.heif_chroma.heif_chroma_interleaved_RGBA,
      );
      const [plane] = 'channels' in planes ? planes.channels : [];
      if (!('image' in planes) || !plane) throw new ViewerError('imageFailed');
      const reduction = createDownscaler(withoutUpscaling(part));
      for (let y = 0; y < plane.height; y += 1) {
        const start = y * plane.stride;
        reduction.push({ y, left: 0, pixels: plane.data.subarray(start, start + plane.width * 4) });
      }
      heif.heif_image_release(planes.image);
      return reduction.finish();
    },
  };
}

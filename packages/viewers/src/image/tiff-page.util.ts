import { ViewerError } from '../viewer/viewer.types.ts';
import type { TiffDirectory } from './tiff-directory.util.ts';

/** One picture of a TIFF, as its image file directory describes it (TIFF 6.0). */
export type TiffPage = {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples: number;
  readonly photometric: number;
  readonly compression: number;
  /** Each sample plane is stored in its own parts. */
  readonly isPlanar: boolean;
  readonly predictor: number;
  readonly fillOrder: number;
  readonly orientation: number;
  readonly isFloat: boolean;
  /** 0: no alpha; 1: premultiplied; 2: straight. */
  readonly alpha: number;
  /** Three tables of 16-bit values, one after the other. */
  readonly palette: readonly number[];
  readonly jpegTables: readonly number[];
  readonly faxOptions: number;
  /** The pixel aspect ratio (height to width): fax pixels are not square. */
  readonly aspect: number;
  /** The size of a tile or strip, arranged in rows. A strip has the width of the picture. */
  readonly partWidth: number;
  readonly partHeight: number;
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
};

const maxEdgePx = 400_000;

/**
 * Reads the description of a picture.
 * @throws ViewerError `imageFailed` where it is invalid.
 */
export async function readPage({ values }: TiffDirectory): Promise<TiffPage> {
  const firstValue = async (tag: number, fallback: number) => (await values(tag))[0] ?? fallback;
  const [width, height] = [await firstValue(256, 0), await firstValue(257, 0)];
  if (!(width > 0 && height > 0 && width <= maxEdgePx && height <= maxEdgePx)) {
    throw new ViewerError('imageFailed');
  }
  const bits = await firstValue(258, 1);
  const samples = await firstValue(277, Math.max(1, (await values(258)).length));
  const photometric = await firstValue(262, bits === 1 ? 0 : 1);
  const isTiled = (await values(322)).length > 0;
  const partWidth = isTiled ? await firstValue(322, width) : width;
  const partHeight = isTiled
    ? await firstValue(323, height)
    : Math.min(height, await firstValue(278, height));
  const [resolutionX, resolutionY] = [await firstValue(282, 1), await firstValue(283, 1)];
  const aspect = resolutionX / resolutionY;
  const extra = (await values(338))[0];
  const colors = photometric === 5 ? 4 : photometric === 2 || photometric === 6 || photometric === 8 ? 3 : 1;
  const offsets = await values(isTiled ? 324 : 273);
  const lengths = await values(isTiled ? 325 : 279);
  if (!(partWidth > 0 && partHeight > 0 && samples >= 1 && samples <= 16))
    throw new ViewerError('imageFailed');
  return {
    width,
    height,
    bits,
    samples,
    photometric,
    compression: await firstValue(259, 1),
    isPlanar: samples > 1 && (await firstValue(284, 1)) === 2,
    predictor: await firstValue(317, 1),
    fillOrder: await firstValue(266, 1),
    orientation: await firstValue(274, 1),
    isFloat: (await firstValue(339, 1)) === 3,
    alpha: samples > colors && (extra === 1 || extra === 2) ? extra : 0,
    palette: await values(320),
    jpegTables: await values(347),
    faxOptions: await firstValue(292, 0),
    aspect: aspect > 0.2 && aspect < 5 && Math.abs(aspect - 1) > 0.05 ? aspect : 1,
    partWidth,
    partHeight,
    offsets,
    lengths,
  };
}

/** Whether a directory holds a thumbnail of another picture, or a mask. */
export async function isAuxiliary({ values }: TiffDirectory): Promise<boolean> {
  return (((await values(254))[0] ?? 0) & 5) !== 0 || (await values(256)).length === 0;
}

import { ViewerError } from '../viewer/viewer.types.ts';
import type { TiffPage } from './tiff-page.util.ts';

/** Unpacked rows of one part: all samples interleaved, or one array per sample plane. */
export type TiffRows = {
  readonly width: number;
  readonly planes: readonly Uint8Array[];
  /** Bytes per row of a plane. */
  readonly stride: number;
  readonly isLittleEndian: boolean;
};

export type TiffSampleFormat = Pick<
  TiffPage,
  'bits' | 'samples' | 'photometric' | 'isPlanar' | 'isFloat' | 'alpha' | 'palette'
>;

const rgb = 2;
const indexed = 3;
const cmyk = 5;
const ycbcr = 6;

const clamp = (value: number) => Math.min(255, Math.max(0, value + 0.5)) | 0;

/** The samples of a row with eight bits each; palette indexes are not scaled. */
function samplesOfRow(rows: TiffRows, format: TiffSampleFormat, y: number): Uint8Array {
  const { bits, samples, isPlanar } = format;
  const { width, planes, stride } = rows;
  const samplesPerPlanePixel = isPlanar ? 1 : samples;
  const [first] = planes;
  if (bits === 8 && !isPlanar && first) return first.subarray(y * stride, y * stride + width * samples);
  const result = new Uint8Array(width * samples);
  for (const [plane, data] of planes.entries()) {
    const read = sampleReader(data.subarray(y * stride, (y + 1) * stride), format, rows.isLittleEndian);
    const [step, shift] = isPlanar ? [samples, plane] : [1, 0];
    for (let index = 0; index < width * samplesPerPlanePixel; index += 1)
      result[index * step + shift] = read(index);
  }
  return result;
}

function sampleReader(
  row: Uint8Array,
  format: TiffSampleFormat,
  isLittleEndian: boolean,
): (index: number) => number {
  const { bits, photometric, isFloat } = format;
  if (bits === 8) return (index) => row[index] ?? 0;
  // UTIF swaps 16-bit samples to little endian.
  if (bits === 16) return (index) => row[index * 2 + 1] ?? 0;
  if (bits === 32) {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    const count = row.length >> 2;
    return (index) => {
      if (index >= count) return 0;
      return isFloat
        ? clamp(view.getFloat32(index * 4, isLittleEndian) * 255)
        : view.getUint32(index * 4, isLittleEndian) >>> 24;
    };
  }
  const scale = photometric === indexed ? 1 : 255 / (2 ** bits - 1);
  return (index) => {
    let value = 0;
    for (let bit = index * bits, end = bit + bits; bit < end; bit += 1) {
      value = value * 2 + (((row[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    }
    return value * scale;
  };
}

/** Converts one row of samples to RGBA pixels. */
type Painter = (samples: Uint8Array, pixels: Uint8Array, width: number) => void;

/** Converts samples with one value per pixel: greys and palette indexes. */
function createTablePainter({ photometric, samples, palette, alpha }: TiffSampleFormat): Painter {
  const table = new Uint32Array(256);
  const bytes = new Uint8Array(table.buffer);
  const colors = palette.length / 3;
  for (let value = 0; value < 256; value += 1) {
    const grey = photometric === 0 ? 255 - value : value;
    for (const ramp of [0, 1, 2]) {
      bytes[value * 4 + ramp] =
        photometric === indexed ? (palette[ramp * colors + Math.min(value, colors - 1)] ?? 0) >> 8 : grey;
    }
    bytes[value * 4 + 3] = 255;
  }
  return (row, pixels, width) => {
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width);
    for (let x = 0; x < width; x += 1) words[x] = table[row[x * samples] as number] as number;
    if (alpha > 0) for (let x = 0; x < width; x += 1) pixels[x * 4 + 3] = row[x * samples + 1] as number;
  };
}

function createColorPainter({ photometric, samples, alpha }: TiffSampleFormat): Painter {
  return (row, pixels, width) => {
    for (let x = 0, from = 0, to = 0; x < width; x += 1, from += samples, to += 4) {
      const one = row[from] as number;
      const two = row[from + 1] as number;
      const three = row[from + 2] as number;
      let opaque = 255;
      if (alpha > 0) opaque = row[from + (photometric === cmyk ? 4 : 3)] as number;
      pixels[to + 3] = opaque;
      if (photometric === rgb) {
        const whole = alpha === 1 && opaque > 0 ? 255 / opaque : 1;
        pixels[to] = Math.min(255, one * whole);
        pixels[to + 1] = Math.min(255, two * whole);
        pixels[to + 2] = Math.min(255, three * whole);
      } else if (photometric === cmyk) {
        const light = (255 - (row[from + 3] as number)) / 255;
        pixels[to] = (255 - one) * light;
        pixels[to + 1] = (255 - two) * light;
        pixels[to + 2] = (255 - three) * light;
      } else {
        pixels[to] = clamp(one + 1.402 * (three - 128));
        pixels[to + 1] = clamp(one - 0.344_14 * (two - 128) - 0.714_14 * (three - 128));
        pixels[to + 2] = clamp(one + 1.772 * (two - 128));
      }
    }
  };
}

const colorSamples: Readonly<Record<number, number>> = { [rgb]: 3, [cmyk]: 4, [ycbcr]: 3 };

/**
 * Creates the function that converts rows of this format to pixels.
 * @throws ViewerError `imageFailed` for unsupported formats.
 */
export function createTiffPainter(format: TiffSampleFormat) {
  const { bits, photometric, samples, palette } = format;
  const isSupportedDepth = bits <= 16 || bits === 32;
  const minSamples = photometric <= 4 && photometric !== rgb ? 1 : colorSamples[photometric];
  const hasTable = photometric !== indexed || (palette.length >= 3 && bits <= 8);
  if (!isSupportedDepth || !hasTable || minSamples === undefined || samples < minSamples)
    throw new ViewerError('imageFailed');
  const paint = minSamples === 1 ? createTablePainter(format) : createColorPainter(format);
  return (rows: TiffRows, y: number, pixels: Uint8Array) =>
    paint(samplesOfRow(rows, format, y), pixels, rows.width);
}

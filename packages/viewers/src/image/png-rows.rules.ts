/** The format of the rows of a PNG. */
export type PngFormat = {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly depth: number;
  readonly colorType: number;
  /** Three bytes per colour. */
  readonly palette: Uint8Array;
  /** The alpha of each palette colour, or the one transparent colour. */
  readonly transparency: Uint8Array;
};

const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const bitsPerPixel = ({ depth, colorType }: PngFormat) => depth * (samplesPerPixel[colorType] ?? 1);

/** Bytes of a row without its filter byte. */
export const rowBytes = (format: PngFormat): number => Math.ceil((format.width * bitsPerPixel(format)) / 8);

const paeth = (left: number, above: number, corner: number): number => {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - above),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/** Reverses the filter of a row in place; `above` is the previous row, already unfiltered. */
export function unfilter(filter: number, row: Uint8Array, above: Uint8Array, format: PngFormat): void {
  const step = Math.max(1, bitsPerPixel(format) >> 3);
  const { length } = row;
  // These loops run over hundreds of millions of bytes and are written for speed.
  if (filter === 1) {
    for (let at = step; at < length; at += 1) row[at] = (row[at] as number) + (row[at - step] as number);
  } else if (filter === 2) {
    for (let at = 0; at < length; at += 1) row[at] = (row[at] as number) + (above[at] as number);
  } else if (filter === 3) {
    for (let at = 0; at < length; at += 1) {
      const left = at < step ? 0 : (row[at - step] as number);
      row[at] = (row[at] as number) + ((left + (above[at] as number)) >> 1);
    }
  } else if (filter === 4) {
    for (let at = 0; at < length; at += 1) {
      const left = at < step ? 0 : (row[at - step] as number);
      const corner = at < step ? 0 : (above[at - step] as number);
      row[at] = (row[at] as number) + paeth(left, above[at] as number, corner);
    }
  }
}

/** Converts samples to eight bits: 16-bit samples keep the upper byte, smaller ones are scaled up. */
function eightBits(row: Uint8Array, { depth, width, colorType }: PngFormat): Uint8Array {
  if (depth === 8) return row;
  const count = width * (samplesPerPixel[colorType] ?? 1);
  const result = new Uint8Array(count);
  if (depth === 16) {
    for (let at = 0; at < count; at += 1) result[at] = row[at * 2] as number;
    return result;
  }
  const maxSample = 2 ** depth - 1;
  const factor = colorType === 3 ? 1 : 255 / maxSample;
  for (let at = 0, bit = 0; at < count; at += 1, bit += depth) {
    result[at] = (((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & maxSample) * factor;
  }
  return result;
}

/** Converts an unfiltered row to RGBA pixels. */
export function rowToPixels(row: Uint8Array, format: PngFormat, pixels: Uint8Array): void {
  const { width, depth, colorType, palette, transparency } = format;
  const samples = eightBits(row, format);
  const setPixel = (at: number, red: number, green: number, blue: number, alpha: number) => {
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = alpha;
  };
  const sampleAt = (at: number) => samples[at] as number;
  // The transparent colour is stored with sixteen bits per sample at every depth.
  const shift = depth === 16 ? 0 : 1;
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const transparentSample = (sample: number) =>
    transparency.length > sample * 2 + 1 ? (transparency[sample * 2 + shift] as number) * scale : -1;
  if (colorType === 3) {
    for (let x = 0; x < width; x += 1) {
      const color = sampleAt(x);
      const at = color * 3;
      setPixel(
        x * 4,
        palette[at] ?? 0,
        palette[at + 1] ?? 0,
        palette[at + 2] ?? 0,
        transparency[color] ?? 255,
      );
    }
  } else if (colorType === 6) pixels.set(samples);
  else if (colorType === 4) {
    for (let x = 0; x < width; x += 1)
      setPixel(x * 4, sampleAt(x * 2), sampleAt(x * 2), sampleAt(x * 2), sampleAt(x * 2 + 1));
  } else if (colorType === 2) {
    const [red, green, blue] = [transparentSample(0), transparentSample(1), transparentSample(2)];
    for (let x = 0, at = 0; x < width; x += 1, at += 3) {
      const isClear = sampleAt(at) === red && sampleAt(at + 1) === green && sampleAt(at + 2) === blue;
      setPixel(x * 4, sampleAt(at), sampleAt(at + 1), sampleAt(at + 2), isClear ? 0 : 255);
    }
  } else {
    const grey = transparentSample(0);
    for (let x = 0; x < width; x += 1)
      setPixel(x * 4, sampleAt(x), sampleAt(x), sampleAt(x), sampleAt(x) === grey ? 0 : 255);
  }
}

/** The format of the rows of a PNG. */
export type PngLook = {
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

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const bitsOf = ({ depth, colorType }: PngLook) => depth * (samplesOf[colorType] ?? 1);

/** Bytes of a row without its filter byte. */
export const rowBytes = (look: PngLook): number => Math.ceil((look.width * bitsOf(look)) / 8);

const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - above),
    Math.abs(guess - corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};

/** Reverses the filter of a row in place; `above` is the previous row, already unfiltered. */
export function unfilter(filter: number, row: Uint8Array, above: Uint8Array, look: PngLook): void {
  const step = Math.max(1, bitsOf(look) >> 3);
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
function eightBits(row: Uint8Array, { depth, width, colorType }: PngLook): Uint8Array {
  if (depth === 8) return row;
  const count = width * (samplesOf[colorType] ?? 1);
  const result = new Uint8Array(count);
  if (depth === 16) {
    for (let at = 0; at < count; at += 1) result[at] = row[at * 2] as number;
    return result;
  }
  const most = 2 ** depth - 1;
  const spread = colorType === 3 ? 1 : 255 / most;
  for (let at = 0, bit = 0; at < count; at += 1, bit += depth) {
    result[at] = (((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & most) * spread;
  }
  return result;
}

/** Converts an unfiltered row to RGBA pixels. */
export function rowPixels(row: Uint8Array, look: PngLook, pixels: Uint8Array): void {
  const { width, depth, colorType, palette, transparency } = look;
  const samples = eightBits(row, look);
  const put = (at: number, red: number, green: number, blue: number, alpha: number) => {
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = alpha;
  };
  const of = (at: number) => samples[at] as number;
  // The transparent colour is stored with sixteen bits per sample at every depth.
  const shift = depth === 16 ? 0 : 1;
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const clear = (sample: number) =>
    transparency.length > sample * 2 + 1 ? (transparency[sample * 2 + shift] as number) * scale : -1;
  if (colorType === 3) {
    for (let x = 0; x < width; x += 1) {
      const color = of(x);
      const at = color * 3;
      put(x * 4, palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0, transparency[color] ?? 255);
    }
  } else if (colorType === 6) pixels.set(samples);
  else if (colorType === 4) {
    for (let x = 0; x < width; x += 1) put(x * 4, of(x * 2), of(x * 2), of(x * 2), of(x * 2 + 1));
  } else if (colorType === 2) {
    const [red, green, blue] = [clear(0), clear(1), clear(2)];
    for (let x = 0, at = 0; x < width; x += 1, at += 3) {
      const isClear = of(at) === red && of(at + 1) === green && of(at + 2) === blue;
      put(x * 4, of(at), of(at + 1), of(at + 2), isClear ? 0 : 255);
    }
  } else {
    const grey = clear(0);
    for (let x = 0; x < width; x += 1) put(x * 4, of(x), of(x), of(x), of(x) === grey ? 0 : 255);
  }
}

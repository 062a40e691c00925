import type { Size } from '../pdf/pdf-layout.rules.ts';
import type { Picture, PicturePart } from './picture.types.ts';

/** An orientation as Exif and TIFF number it: 1 is upright, 6 needs a quarter turn to the right. */
type Turn = {
  /** The directions of the x and the y axis: the first four numbers of a canvas transform. */
  readonly axes: readonly [number, number, number, number];
  /** Whether the origin moves by the full visible width and height. */
  readonly moved: readonly [0 | 1, 0 | 1];
};

const turns: readonly Turn[] = [
  { axes: [1, 0, 0, 1], moved: [0, 0] },
  { axes: [-1, 0, 0, 1], moved: [1, 0] },
  { axes: [-1, 0, 0, -1], moved: [1, 1] },
  { axes: [1, 0, 0, -1], moved: [0, 1] },
  { axes: [0, 1, 1, 0], moved: [0, 0] },
  { axes: [0, 1, -1, 0], moved: [1, 0] },
  { axes: [0, -1, -1, 0], moved: [1, 1] },
  { axes: [0, -1, 1, 0], moved: [0, 1] },
];
const upright = turns[0] as Turn;
const turnOf = (orientation: number): Turn => turns[orientation - 1] ?? upright;

const swap = <T>(one: T, other: T, isSwapped: boolean): readonly [T, T] =>
  isSwapped ? [other, one] : [one, other];
const isLying = (orientation: number) => orientation >= 5 && orientation <= 8;

/** The orientations of 0, 1, 2 and 3 quarter turns to the right. */
export const quarterTurns = [1, 6, 3, 8] as const;

export function sizeStanding({ width, height }: Size, orientation: number): Size {
  const [across, down] = swap(width, height, isLying(orientation));
  return { width: across, height: down };
}

/** The canvas transform that shows a stored picture upright, given its visible size. */
export function transformOf(
  orientation: number,
  { width, height }: Size,
): readonly [number, number, number, number, number, number] {
  const { axes, moved } = turnOf(orientation);
  return [...axes, moved[0] * width, moved[1] * height];
}

/** Converts a part from visible to stored coordinates. */
export function storedPart(part: PicturePart, orientation: number, seen: Size): PicturePart {
  const { axes, moved } = turnOf(orientation);
  const [a, b, c, d] = axes;
  const from = (x: number, y: number) => {
    const [fromX, fromY] = [x - moved[0] * seen.width, y - moved[1] * seen.height];
    return [a * fromX + b * fromY, c * fromX + d * fromY] as const;
  };
  const [oneX, oneY] = from(part.left, part.top);
  const [otherX, otherY] = from(part.left + part.width, part.top + part.height);
  const [pixelWidth, pixelHeight] = swap(part.pixelWidth, part.pixelHeight, isLying(orientation));
  return {
    left: Math.min(oneX, otherX),
    top: Math.min(oneY, otherY),
    width: Math.abs(otherX - oneX),
    height: Math.abs(otherY - oneY),
    pixelWidth,
    pixelHeight,
  };
}

/** A picture with an orientation applied. */
export function turnedPicture(picture: Picture, orientation: number): Picture {
  if (turnOf(orientation) === upright) return picture;
  const size = sizeStanding(picture.size, orientation);
  return {
    ...picture,
    size,
    async paint(context, part, signal) {
      context.save();
      try {
        context.transform(...transformOf(orientation, { width: part.pixelWidth, height: part.pixelHeight }));
        await picture.paint(context, storedPart(part, orientation, size), signal);
      } finally {
        context.restore();
      }
    },
  };
}

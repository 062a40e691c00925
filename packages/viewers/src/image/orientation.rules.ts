import type { Size } from '../pages/page-layout.rules.ts';
import type { Picture, PicturePart } from './picture.types.ts';

/** An orientation as Exif and TIFF number it: 1 is upright, 6 needs a quarter turn to the right. */
type Orientation = {
  /** The directions of the x and the y axis: the first four numbers of a canvas transform. */
  readonly axes: readonly [number, number, number, number];
  /** Whether the origin moves by the full visible width and height. */
  readonly originShift: readonly [0 | 1, 0 | 1];
};

const orientations: readonly Orientation[] = [
  { axes: [1, 0, 0, 1], originShift: [0, 0] },
  { axes: [-1, 0, 0, 1], originShift: [1, 0] },
  { axes: [-1, 0, 0, -1], originShift: [1, 1] },
  { axes: [1, 0, 0, -1], originShift: [0, 1] },
  { axes: [0, 1, 1, 0], originShift: [0, 0] },
  { axes: [0, 1, -1, 0], originShift: [1, 0] },
  { axes: [0, -1, -1, 0], originShift: [1, 1] },
  { axes: [0, -1, 1, 0], originShift: [0, 1] },
];
const upright = orientations[0] as Orientation;
const orientationOf = (orientation: number): Orientation => orientations[orientation - 1] ?? upright;

const swap = <T>(one: T, other: T, isSwapped: boolean): readonly [T, T] =>
  isSwapped ? [other, one] : [one, other];
const swapsAxes = (orientation: number) => orientation >= 5 && orientation <= 8;

/** The orientations of 0, 1, 2 and 3 quarter turns to the right. */
export const quarterTurnOrientations = [1, 6, 3, 8] as const;

export function visibleSizeOf({ width, height }: Size, orientation: number): Size {
  const [across, down] = swap(width, height, swapsAxes(orientation));
  return { width: across, height: down };
}

/** The canvas transform that shows a stored picture upright, given its visible size. */
export function transformOf(
  orientation: number,
  { width, height }: Size,
): readonly [number, number, number, number, number, number] {
  const { axes, originShift } = orientationOf(orientation);
  return [...axes, originShift[0] * width, originShift[1] * height];
}

/** Converts a part from visible to stored coordinates. */
export function toStoredPart(part: PicturePart, orientation: number, visibleSize: Size): PicturePart {
  const { axes, originShift } = orientationOf(orientation);
  const [a, b, c, d] = axes;
  const from = (x: number, y: number) => {
    const [fromX, fromY] = [x - originShift[0] * visibleSize.width, y - originShift[1] * visibleSize.height];
    return [a * fromX + b * fromY, c * fromX + d * fromY] as const;
  };
  const [oneX, oneY] = from(part.left, part.top);
  const [otherX, otherY] = from(part.left + part.width, part.top + part.height);
  const [pixelWidth, pixelHeight] = swap(part.pixelWidth, part.pixelHeight, swapsAxes(orientation));
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
export function orientPicture(picture: Picture, orientation: number): Picture {
  if (orientationOf(orientation) === upright) return picture;
  const size = visibleSizeOf(picture.size, orientation);
  return {
    ...picture,
    size,
    async paint(context, part, signal) {
      context.save();
      try {
        context.transform(...transformOf(orientation, { width: part.pixelWidth, height: part.pixelHeight }));
        await picture.paint(context, toStoredPart(part, orientation, size), signal);
      } finally {
        context.restore();
      }
    },
  };
}

import type { PicturePart } from '../src/image/picture.types.ts';

/** All of a picture, drawn pixel by pixel. */
export const wholePicture = (width: number, height: number): PicturePart => ({
  left: 0,
  top: 0,
  width,
  height,
  pixelWidth: width,
  pixelHeight: height,
});

/** An affine map: x' = a x + c y + e, y' = b x + d y + f. */
export type Plane = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Plane = [1, 0, 0, 1, 0, 0];
/** Objects that are drawn from behind have their x mirrored. */
export const mirror: Plane = [-1, 0, 0, 1, 0, 0];
export const shift = (x: number, y: number): Plane => [1, 0, 0, 1, x, y];
export const stretch = (x: number, y: number): Plane => [x, 0, 0, y, 0, 0];
export const turn = (angle: number): Plane => [
  Math.cos(angle),
  Math.sin(angle),
  -Math.sin(angle),
  Math.cos(angle),
  0,
  0,
];

/** The map that applies the last one first. */
export const compose = (...planes: readonly Plane[]): Plane =>
  planes.reduce((one, other) => [
    one[0] * other[0] + one[2] * other[1],
    one[1] * other[0] + one[3] * other[1],
    one[0] * other[2] + one[2] * other[3],
    one[1] * other[2] + one[3] * other[3],
    one[0] * other[4] + one[2] * other[5] + one[4],
    one[1] * other[4] + one[3] * other[5] + one[5],
  ]);

export const mapX = ([a, , c, , e]: Plane, x: number, y: number): number => a * x + c * y + e;
export const mapY = ([, b, , d, , f]: Plane, x: number, y: number): number => b * x + d * y + f;

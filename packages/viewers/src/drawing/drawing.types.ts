/** A line through points, `x` and `y` in turn, or a filled area. */
export type DrawingPath = {
  /** The colour as 0xRRGGBB; null for the colour of the foreground. */
  readonly color: number | null;
  readonly isFilled: boolean;
  readonly points: Float64Array;
};

export type DrawingText = {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** In radians, counterclockwise. */
  readonly angle: number;
  readonly align: 'left' | 'center' | 'right';
  readonly color: number | null;
  readonly text: string;
};

/** A drawing in its own coordinates, whose `y` grows upwards. */
export type Drawing = {
  readonly paths: readonly DrawingPath[];
  readonly texts: readonly DrawingText[];
  readonly layerCount: number;
  /** The kinds of objects that are not drawn, and how many there are. */
  readonly omitted: Readonly<Record<string, number>>;
};

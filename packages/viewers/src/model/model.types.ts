export type Texture = { readonly type: string; readonly bytes: Uint8Array };

/** A part of a model: triangles, lines or points with one material. */
export type Mesh = {
  readonly shape: 'triangles' | 'lines' | 'points';
  /** `x`, `y`, `z` in turn. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  /** Red, green and blue of each vertex, 0 to 1. */
  readonly colors: Float32Array | null;
  readonly textureCoordinates: Float32Array | null;
  readonly indices: Uint32Array | null;
  /** Red, green, blue and opacity, 0 to 1. */
  readonly color: readonly [number, number, number, number];
  readonly texture: Texture | null;
  /** The place of the part, column by column. */
  readonly matrix: readonly number[] | null;
};

export type Model = {
  readonly meshes: readonly Mesh[];
  readonly isZUp: boolean;
  /** Whether parts are missing because they lie in other files. */
  readonly hasExternalParts: boolean;
};

/** Limit of all vertices and corners of a model together. */
export const maxNumbers = 60_000_000;

export const plainMesh = (positions: Float32Array): Mesh => ({
  shape: 'triangles',
  positions,
  normals: null,
  colors: null,
  textureCoordinates: null,
  indices: null,
  color: [0.72, 0.75, 0.8, 1],
  texture: null,
  matrix: null,
});

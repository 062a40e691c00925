import { readGltf } from './gltf.rules.ts';
import type { Mesh, Model } from './model.types.ts';
import { readObj } from './obj.rules.ts';
import { readStl } from './stl.rules.ts';

/**
 * Reads a model by the kind of its format.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export function readModel(bytes: Uint8Array, kind: string): Model {
  if (kind === 'stl') return readStl(bytes);
  return kind === 'obj' ? readObj(bytes) : readGltf(bytes);
}

export type ModelFacts = {
  readonly triangleCount: number;
  readonly partCount: number;
  /** Width, depth and height in units of the model. */
  readonly size: readonly [number, number, number];
};

/** A place after the matrix of its part. */
function placed({ positions, matrix }: Mesh, vertex: number): readonly [number, number, number] {
  const [x = 0, y = 0, z = 0] = positions.subarray(3 * vertex, 3 * vertex + 3);
  if (!matrix) return [x, y, z];
  const at = (row: number) =>
    (matrix[row] ?? 0) * x +
    (matrix[row + 4] ?? 0) * y +
    (matrix[row + 8] ?? 0) * z +
    (matrix[row + 12] ?? 0);
  return [at(0), at(1), at(2)];
}

/** What a person who cannot see the model reads about it. */
export function factsOf({ meshes }: Model): ModelFacts {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let triangleCount = 0;
  for (const mesh of meshes) {
    if (mesh.shape === 'triangles') triangleCount += (mesh.indices?.length ?? mesh.positions.length / 3) / 3;
    for (let vertex = 0; vertex < mesh.positions.length / 3; vertex += 1) {
      for (const [axis, value] of placed(mesh, vertex).entries()) {
        low[axis] = Math.min(low[axis] ?? value, value);
        high[axis] = Math.max(high[axis] ?? value, value);
      }
    }
  }
  const extent = (axis: number) => Math.max(0, (high[axis] ?? 0) - (low[axis] ?? 0));
  return {
    triangleCount: Math.floor(triangleCount),
    partCount: meshes.length,
    size: [extent(0), extent(1), extent(2)],
  };
}

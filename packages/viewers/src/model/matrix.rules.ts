import { type Json, listOf, numberOf } from './gltf-accessors.rules.ts';

type Matrix = readonly number[];

const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const numbersOf = (value: unknown, fallback: readonly number[]): readonly number[] => {
  const list = listOf(value);
  return list.length === fallback.length
    ? list.map((one, index) => numberOf(one, fallback[index] ?? 0))
    : fallback;
};

/** The matrix of a node, column by column: its own, or that of its translation, rotation and scale. */
export function nodeMatrix(node: Json): Matrix {
  if (node['matrix'] !== undefined) return numbersOf(node['matrix'], identity);
  const [x = 0, y = 0, z = 0, w = 1] = numbersOf(node['rotation'], [0, 0, 0, 1]);
  const [scaleX = 1, scaleY = 1, scaleZ = 1] = numbersOf(node['scale'], [1, 1, 1]);
  const place = numbersOf(node['translation'], [0, 0, 0]);
  return [
    (1 - 2 * (y * y + z * z)) * scaleX,
    2 * (x * y + z * w) * scaleX,
    2 * (x * z - y * w) * scaleX,
    0,
    2 * (x * y - z * w) * scaleY,
    (1 - 2 * (x * x + z * z)) * scaleY,
    2 * (y * z + x * w) * scaleY,
    0,
    2 * (x * z + y * w) * scaleZ,
    2 * (y * z - x * w) * scaleZ,
    (1 - 2 * (x * x + y * y)) * scaleZ,
    0,
    ...place,
    1,
  ];
}

/** The product of two matrices; null stands for the identity. */
export function multiplyMatrices(one: Matrix | null, other: Matrix): Matrix {
  if (one === null) return other;
  return identity.map((_, at) => {
    const [row, column] = [at % 4, 4 * Math.floor(at / 4)];
    let sum = 0;
    for (let index = 0; index < 4; index += 1)
      sum += (one[row + 4 * index] ?? 0) * (other[column + index] ?? 0);
    return sum;
  });
}

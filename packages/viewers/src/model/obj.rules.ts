import { utf16Of } from '../format/format.rules.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { type Mesh, type Model, maxNumbers, plainMesh } from './model.types.ts';

/** Corners of one face; further ones belong to a damaged file. */
const maxCorners = 10_000;

type Part = { readonly shape: Mesh['shape']; readonly corners: number[] };

/**
 * Reads a model of Wavefront OBJ. Its materials are in another file, so it has only the colours of its vertices.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export function readObj(bytes: Uint8Array): Model {
  const text = new TextDecoder(utf16Of(bytes.subarray(0, 8192)) ?? 'utf-8').decode(bytes);
  const places: number[] = [];
  const colors: number[] = [];
  const triangles: Part = { shape: 'triangles', corners: [] };
  const lines: Part = { shape: 'lines', corners: [] };
  const points: Part = { shape: 'points', corners: [] };
  let hasExternalParts = false;
  const addTo = ({ corners }: Part, ...indices: readonly number[]) => {
    corners.push(...indices);
    if (corners.length > maxNumbers) throw new ViewerError('tooLarge');
  };
  // A line that ends with a backslash continues.
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r\n|\r|\n/)) {
    const [keyword, ...values] = line.trim().split(/\s+/, maxCorners);
    if (keyword === 'v') {
      const [x = 0, y = 0, z = 0, ...color] = values.map(Number);
      places.push(x, y, z);
      if (color.length >= 3) {
        while (colors.length < places.length - 3) colors.push(1);
        colors.push(color[0] ?? 1, color[1] ?? 1, color[2] ?? 1);
      }
      if (places.length > maxNumbers) throw new ViewerError('tooLarge');
    } else if (keyword === 'f' || keyword === 'l' || keyword === 'p') {
      const count = places.length / 3;
      const indices = values
        .map((value) => Number.parseInt(value, 10))
        .map((index) => (index < 0 ? count + index : index - 1))
        .filter((index) => index >= 0 && index < count);
      if (keyword === 'p') addTo(points, ...indices);
      for (let at = 1; at < indices.length; at += 1) {
        const [first, before, now] = [indices[0] ?? 0, indices[at - 1] ?? 0, indices[at] ?? 0];
        if (keyword === 'l') addTo(lines, before, now);
        else if (keyword === 'f' && at >= 2) addTo(triangles, first, before, now);
      }
    } else if (keyword === 'mtllib') hasExternalParts = true;
  }
  if (places.length === 0 || !places.every(Number.isFinite)) throw new ViewerError('unreadable');
  while (colors.length > 0 && colors.length < places.length) colors.push(1);
  const positions = Float32Array.from(places);
  const parts = [triangles, lines, points].filter(({ corners }) => corners.length > 0);
  const vertexColors = colors.length > 0 ? Float32Array.from(colors) : null;
  const toMesh = ({ shape, corners }: Part): Mesh => {
    const indices = Uint32Array.from(corners);
    return { ...plainMesh(positions), shape, colors: vertexColors, indices };
  };
  const meshes = parts.map(toMesh);
  // A cloud of points has no faces.
  return {
    meshes: meshes.length > 0 ? meshes : [{ ...plainMesh(positions), shape: 'points' }],
    isZUp: false,
    hasExternalParts,
  };
}

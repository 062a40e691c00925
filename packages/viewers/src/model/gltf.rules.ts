import { dataViewOf } from '../format/data-view.util.ts';
import { pictureTypeOfBytes } from '../format/picture-types.rules.ts';
import { ViewerError } from '../viewer/viewer.types.ts';
import { createAccessors, type Json, listOf, numberOf, objectOf } from './gltf-accessors.rules.ts';
import { multiplyMatrices, nodeMatrix } from './matrix.rules.ts';
import { type Mesh, type Model, maxNumbers, plainMesh, type Texture } from './model.types.ts';

/** Limits against nodes that contain each other, and against meshes that are shown without end. */
const maxLevels = 64;
const maxMeshes = 20_000;
const maxVisits = 200_000;
const maxTextures = 64;

const glbHeaderBytes = 12;
const chunkHeaderBytes = 8;
const chunkTypes = { json: 0x4e4f534a, binary: 0x004e4942 } as const;

/** Extensions without which a model is not the one that was drawn. Others change only the look of materials. */
const unreadableExtensions = [
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
];

/** The JSON and the binary part of a GLB container. */
function readGlb(bytes: Uint8Array): { readonly json: Uint8Array; readonly binary: Uint8Array | null } {
  const view = dataViewOf(bytes);
  let json: Uint8Array | null = null;
  let binary: Uint8Array | null = null;
  for (let at = glbHeaderBytes; at + chunkHeaderBytes <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const chunk = bytes.subarray(at + chunkHeaderBytes, at + chunkHeaderBytes + length);
    if (type === chunkTypes.json) json ??= chunk;
    if (type === chunkTypes.binary) binary ??= chunk;
    at += chunkHeaderBytes + length;
  }
  if (!json) throw new ViewerError('unreadable');
  return { json, binary };
}

/** The bytes of a data URL; null for any other address, because nothing is loaded. */
function dataUrlBytes(address: unknown): Uint8Array | null {
  if (typeof address !== 'string' || !address.startsWith('data:')) return null;
  try {
    return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return null;
  }
}

/** Loops and strips of lines, strips and fans of triangles. */
const stripModes: ReadonlySet<number> = new Set([2, 3, 5, 6]);
const shapes: Readonly<Record<number, Mesh['shape']>> = { 0: 'points', 1: 'lines', 4: 'triangles' };

/** The corners of strips, loops and fans as those of single triangles or lines. */
function expandStrip(mode: number, corners: ArrayLike<number>): { shape: Mesh['shape']; indices: number[] } {
  const indices: number[] = [];
  const { length } = corners;
  const at = (index: number) => corners[index % length] ?? 0;
  if (mode === 2 || mode === 3) {
    for (let index = 0; index + 1 < length + (mode === 2 ? 1 : 0); index += 1)
      indices.push(at(index), at(index + 1));
    return { shape: 'lines', indices };
  }
  for (let index = 0; index + 2 < length; index += 1) {
    if (mode === 6) indices.push(at(0), at(index + 1), at(index + 2));
    else if (index % 2 === 0) indices.push(at(index), at(index + 1), at(index + 2));
    else indices.push(at(index + 1), at(index), at(index + 2));
  }
  return { shape: 'triangles', indices };
}

/**
 * Reads a model of glTF 2.0 in its text or binary form, in its pose at rest. Buffers and pictures in other files are missing.
 * @throws ViewerError `tooLarge` or `unreadable`
 */
export function readGltf(bytes: Uint8Array): Model {
  const isBinary = String.fromCharCode(...bytes.subarray(0, 4)) === 'glTF';
  const { json, binary } = isBinary ? readGlb(bytes) : { json: bytes, binary: null };
  const document = objectOf(JSON.parse(new TextDecoder().decode(json)));
  const required = listOf(document['extensionsRequired']);
  if (unreadableExtensions.some((name) => required.includes(name))) throw new ViewerError('unreadable');
  const { version } = objectOf(document['asset']);
  if (typeof version !== 'string' || !version.startsWith('2')) throw new ViewerError('unreadable');
  let hasExternalParts = false;
  const buffers = listOf(document['buffers']).map((buffer, index) => {
    const { uri } = objectOf(buffer);
    const content = uri === undefined && index === 0 ? binary : dataUrlBytes(uri);
    if (content === null) hasExternalParts = true;
    return content;
  });
  const { values, viewBytes } = createAccessors(document, buffers);

  const textures = new Map<number, Texture | null>();
  function readTexture(index: number): Texture | null {
    const { source } = objectOf(listOf(document['textures'])[index]);
    const image = objectOf(listOf(document['images'])[numberOf(source, -1)]);
    const content =
      image['bufferView'] === undefined
        ? dataUrlBytes(image['uri'])
        : (viewBytes(image['bufferView'])?.bytes ?? null);
    if (content === null && image['uri'] !== undefined) hasExternalParts = true;
    const type = content && pictureTypeOfBytes(content);
    return content && type ? { type, bytes: content.slice() } : null;
  }
  const textureOf = (reference: unknown): Texture | null => {
    if (reference === undefined) return null;
    const index = numberOf(objectOf(reference)['index'], -1);
    if (!textures.has(index)) textures.set(index, textures.size < maxTextures ? readTexture(index) : null);
    return textures.get(index) ?? null;
  };

  function materialOf(index: unknown): Pick<Mesh, 'color' | 'texture'> {
    const material = objectOf(listOf(document['materials'])[numberOf(index, -1)]);
    const surface = objectOf(material['pbrMetallicRoughness']);
    const [red, green, blue, opacity] = listOf(surface['baseColorFactor']).map((value) => numberOf(value, 1));
    const isOpaque = material['alphaMode'] !== 'BLEND';
    return {
      color: [red ?? 1, green ?? 1, blue ?? 1, isOpaque ? 1 : (opacity ?? 1)],
      texture: textureOf(surface['baseColorTexture']),
    };
  }

  const toFloats = (numbers: Float64Array | null) => numbers && Float32Array.from(numbers);
  function readPrimitive(untyped: unknown): Mesh | null {
    const primitive = objectOf(untyped);
    const attributes = objectOf(primitive['attributes']);
    const positions = toFloats(values(attributes['POSITION'], 3));
    if (!positions || positions.length === 0 || !positions.every(Number.isFinite)) return null;
    const count = positions.length / 3;
    const corners = values(primitive['indices'], 1);
    if (corners?.some((corner) => corner >= count)) throw new ViewerError('unreadable');
    const mode = numberOf(primitive['mode'], 4);
    const sequence =
      corners ?? Float64Array.from({ length: stripModes.has(mode) ? count : 0 }, (_, at) => at);
    const strip = stripModes.has(mode) ? expandStrip(mode, sequence) : null;
    const fitting = (numbers: Float32Array | null, width: number) =>
      numbers?.length === width * count ? numbers : null;
    return {
      ...plainMesh(positions),
      ...materialOf(primitive['material']),
      shape: strip?.shape ?? shapes[mode] ?? 'triangles',
      normals: fitting(toFloats(values(attributes['NORMAL'], 3)), 3),
      colors: fitting(toFloats(values(attributes['COLOR_0'], 3)), 3),
      textureCoordinates: fitting(toFloats(values(attributes['TEXCOORD_0'], 2)), 2),
      indices: strip ? Uint32Array.from(strip.indices) : corners && Uint32Array.from(corners),
    };
  }

  const primitivesByMesh = new Map<number, readonly Mesh[]>();
  function primitivesOf(index: number): readonly Mesh[] {
    const known = primitivesByMesh.get(index);
    if (known) return known;
    const mesh = objectOf(listOf(document['meshes'])[index]);
    const read = listOf(mesh['primitives']).flatMap((primitive) => readPrimitive(primitive) ?? []);
    primitivesByMesh.set(index, read);
    return read;
  }

  const meshes: Mesh[] = [];
  let visits = 0;
  let drawnNumbers = 0;
  function visit(index: unknown, outer: readonly number[] | null, level: number) {
    visits += 1;
    if (level > maxLevels) throw new ViewerError('unreadable');
    if (visits > maxVisits) throw new ViewerError('tooLarge');
    const node: Json = objectOf(listOf(document['nodes'])[numberOf(index, -1)]);
    const matrix = multiplyMatrices(outer, nodeMatrix(node));
    if (node['mesh'] !== undefined)
      for (const mesh of primitivesOf(numberOf(node['mesh'], -1))) {
        meshes.push({ ...mesh, matrix });
        drawnNumbers += mesh.positions.length + (mesh.indices?.length ?? 0);
        if (meshes.length > maxMeshes || drawnNumbers > maxNumbers) throw new ViewerError('tooLarge');
      }
    for (const child of listOf(node['children'])) visit(child, matrix, level + 1);
  }
  const scenes = listOf(document['scenes']);
  const scene = objectOf(scenes[numberOf(document['scene'], 0)] ?? scenes[0]);
  for (const node of listOf(scene['nodes'])) visit(node, null, 1);
  if (meshes.length === 0 && !hasExternalParts) throw new ViewerError('unreadable');
  return { meshes, isZUp: false, hasExternalParts };
}

import { toBase64 } from '../src/format/base64.util.ts';

const corners = [
  [0, 0, 0],
  [2, 0, 0],
  [0, 3, 0],
  [0, 0, 4],
] as const;
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
] as const;

/** A pyramid of 2 by 3 by 4 as text STL. */
export const textStl = (): string =>
  `solid pyramid\n${faces
    .map(
      (face) =>
        `facet normal 0 0 0\nouter loop\n${face.map((index) => `vertex ${corners[index]?.join(' ')}\n`).join('')}endloop\nendfacet\n`,
    )
    .join('')}endsolid pyramid\n`;

export function binaryStl(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + 50 * faces.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length, true);
  for (const [at, face] of faces.entries())
    for (const [corner, index] of face.entries())
      for (const [axis, value] of (corners[index] ?? []).entries())
        view.setFloat32(84 + 50 * at + 12 + 12 * corner + 4 * axis, value, true);
  return bytes;
}

export const sampleObj = (): string =>
  `# made by code\nmtllib a.mtl\no pyramid\n${corners.map((corner) => `v ${corner.join(' ')} 1 0 0\n`).join('')}f 1 3 2\nf 1/1/1 2/2/1 4/3/1\nf -4 -1 -2\nf 2 3 4\n`;

type SampleGltf = {
  readonly isBinary?: boolean;
  /** Changes the document, to make a hostile one. */
  readonly edit?: (document: Record<string, unknown>) => void;
};

/** The pyramid in glTF, twice as large by its node. */
export function sampleGltf({
  isBinary = false,
  edit = () => undefined,
}: SampleGltf = {}): Uint8Array<ArrayBuffer> {
  const buffer = new Uint8Array(48 + 24);
  new Float32Array(buffer.buffer, 0, 12).set(corners.flat());
  new Uint16Array(buffer.buffer, 48, 12).set(faces.flat());
  const document: Record<string, unknown> = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, scale: [2, 2, 2] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 24 },
    ],
    buffers: [
      {
        byteLength: 72,
        ...(isBinary ? {} : { uri: `data:application/octet-stream;base64,${toBase64(buffer)}` }),
      },
    ],
  };
  edit(document);
  const json = new TextEncoder().encode(JSON.stringify(document));
  if (!isBinary) return json;
  const jsonLength = Math.ceil(json.length / 4) * 4;
  const bytes = new Uint8Array(12 + 8 + jsonLength + 8 + buffer.length);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of [0x46546c67, 2, bytes.length, jsonLength, 0x4e4f534a].entries())
    view.setUint32(4 * at, value, true);
  bytes.fill(0x20, 20, 20 + jsonLength).set(json, 20);
  view.setUint32(20 + jsonLength, buffer.length, true);
  view.setUint32(24 + jsonLength, 0x004e4942, true);
  bytes.set(buffer, 28 + jsonLength);
  return bytes;
}

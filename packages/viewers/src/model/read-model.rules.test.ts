import { bytesSource } from '@sealflow/tdf/reader';
import { describe, expect, it } from 'vitest';
import { binaryStl, sampleGltf, sampleObj, textStl } from '../../testing/sample-model.ts';
import { detectFormat } from '../format/detect-format.util.ts';
import { factsOf, readModel } from './read-model.rules.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

it.each([
  ['stl', 'text STL', utf8(textStl()), [2, 3, 4]],
  ['stl', 'binary STL', binaryStl(), [2, 3, 4]],
  ['obj', 'OBJ', utf8(sampleObj()), [2, 3, 4]],
  ['gltf', 'glTF', sampleGltf(), [4, 6, 8]],
  ['glb', 'binary glTF', sampleGltf({ isBinary: true }), [4, 6, 8]],
])('recognises %s by its content and reads %s', async (kind, _, bytes, size) => {
  expect(await detectFormat(bytesSource(bytes))).toMatchObject({ viewer: 'model', kind });
  expect(factsOf(readModel(bytes, kind))).toEqual({ triangleCount: 4, partCount: 1, size });
});

it.each(['{"asset": 1}', 'v1 of the text', 'solid advice\nfor all', 'v 1 2\n'])(
  'does not take the text %j for a model',
  async (text) => {
    expect(await detectFormat(bytesSource(utf8(text)))).toMatchObject({ viewer: 'text' });
  },
);

it('reads colours, materials and missing parts', () => {
  const obj = readModel(utf8(sampleObj()), 'obj');
  expect(obj.hasExternalParts).toBe(true);
  expect(Array.from(obj.meshes[0]?.colors ?? []).slice(0, 3)).toEqual([1, 0, 0]);
  expect(readModel(sampleGltf(), 'gltf').meshes[0]).toMatchObject({
    color: [1, 0, 0, 1],
    shape: 'triangles',
  });
  const edit = (document: Record<string, unknown>) => {
    document['buffers'] = [{ byteLength: 72, uri: 'https://evil.example/a.bin' }];
  };
  expect(readModel(sampleGltf({ edit }), 'gltf')).toMatchObject({ meshes: [], hasExternalParts: true });
});

it('expands strips, and fans', () => {
  const modeOf = (mode: number) =>
    readModel(
      sampleGltf({
        edit: (document) => {
          document['meshes'] = [{ primitives: [{ attributes: { POSITION: 0 }, mode }] }];
        },
      }),
      'gltf',
    ).meshes[0];
  expect(Array.from(modeOf(5)?.indices ?? [])).toEqual([0, 1, 2, 2, 1, 3]);
  expect(Array.from(modeOf(6)?.indices ?? [])).toEqual([0, 1, 2, 0, 2, 3]);
  expect(Array.from(modeOf(2)?.indices ?? [])).toEqual([0, 1, 1, 2, 2, 3, 3, 0]);
});

describe('a hostile model', () => {
  const hostile = (edit: (document: Record<string, unknown>) => void) => () =>
    readModel(sampleGltf({ edit }), 'gltf');
  const unreadable = expect.objectContaining({ code: 'unreadable' });
  const tooLarge = expect.objectContaining({ code: 'tooLarge' });

  it.each([
    ['nodes that contain themselves', 'nodes', [{ children: [0] }], unreadable],
    [
      'nodes that multiply',
      'nodes',
      Array.from({ length: 40 }, (_, at) => ({ children: [at + 1, at + 1] })),
      tooLarge,
    ],
    [
      'an accessor beyond its buffer',
      'accessors',
      [{ bufferView: 0, componentType: 5126, count: 5, type: 'VEC3' }],
      unreadable,
    ],
    ['an accessor of any size', 'accessors', [{ componentType: 5126, count: 1e9, type: 'VEC3' }], tooLarge],
    ['a view beyond its buffer', 'bufferViews', [{ buffer: 0, byteOffset: 70, byteLength: 48 }], unreadable],
    ['negative places', 'bufferViews', [{ buffer: 0, byteOffset: -8, byteLength: 48 }], unreadable],
    ['an unknown compression', 'extensionsRequired', ['KHR_draco_mesh_compression'], unreadable],
  ])('with %s is refused', (_, part, value, error) => {
    expect(hostile((document) => Object.assign(document, { [part]: value }))).toThrow(error);
  });

  it('with corners that do not exist is refused', () => {
    const edit = (document: Record<string, unknown>) =>
      Object.assign(document, {
        accessors: [
          { bufferView: 0, componentType: 5126, count: 2, type: 'VEC3' },
          { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
        ],
      });
    expect(hostile(edit)).toThrow(unreadable);
  });

  it.each([
    ['stl', 'solid a\nfacet normal 0 0 0\n'],
    ['stl', 'solid a\nfacet normal\nvertex a b c\nvertex 1 1 1\nvertex 1 1 1\n'],
    ['obj', 'v 1 2 x\nf 1 1 1\n'],
    ['gltf', '{"asset": {"version": "2.0"}'],
    ['glb', 'glTF'],
  ])('of %s with the text %j is refused', (kind, text) => {
    expect(() => readModel(utf8(text), kind)).toThrow(Error);
  });
});

import { expect, it } from 'vitest';
import { folderAt, folderTreeOf } from './folder-tree.rules.ts';

const item = (path: string, isFolder = false) => ({ path, isFolder });

it('builds folders from paths with any separator, and keeps traversal paths inside the root', () => {
  const root = folderTreeOf([item('a/b/1'), item('a\\2'), item('../../3'), item('/4'), item('c/', true)]);
  expect(root.files.map(({ path }) => path)).toEqual(['../../3', '/4']);
  expect([...root.folders.keys()]).toEqual(['a', 'c']);
  expect(folderAt(root, 'a/b')?.files.map(({ path }) => path)).toEqual(['a/b/1']);
  expect(folderAt(root, 'a')?.files.map(({ path }) => path)).toEqual(['a\\2']);
  expect(folderAt(root, 'nowhere')).toBeNull();
});

it('limits the nesting and puts deeper files into the deepest folder', () => {
  const path = 'a/'.repeat(30_000);
  const root = folderTreeOf(Array.from({ length: 50 }, (_, index) => item(`${path}${index}`)));
  const deepest = folderAt(root, path);
  expect(deepest?.files.length).toBe(50);
  expect(deepest?.folders.size).toBe(0);
});

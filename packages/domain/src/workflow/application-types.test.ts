import { expect, test } from 'vitest';
import { withAllTypes } from './application-types.ts';

test('the flow types to choose from begin with the all entry, whose id is -1', () => {
  const offered = [
    { id: 3, name: '文件解密', type: 'file_decryption' },
    { id: 7, name: '文件外发', type: 'file_out' },
  ] as const;
  expect(withAllTypes(offered, '全部类型')).toEqual([{ id: -1, name: '全部类型', type: null }, ...offered]);
  expect(withAllTypes([], '全部类型')).toHaveLength(1);
});

import { expect, it } from 'vitest';
import { fuzzyScore, groupItems } from './fuzzy-match.rules.ts';
import type { PaletteItem, PaletteKind } from './palette.types.ts';

const item = (id: string, kind: PaletteKind, title: string, detail?: string): PaletteItem => ({
  id,
  kind,
  title,
  ...(detail === undefined ? {} : { detail }),
  run: () => undefined,
});
const items = [
  item('a1', 'action', '发起申请'),
  item('t1', 'task', '三号厂房采购合同', '文件解密 · 张伟'),
  item('t2', 'task', '年度运营报告', '文件外发 · 李娜'),
  item('d1', 'document', 'annual-report.pdf'),
  item('s1', 'screen', '存储空间'),
];
const idsOf = (query: string, recent: readonly string[] = []) =>
  groupItems(query, items, recent).flatMap((group) => group.items.map(({ id }) => id));

it.each([
  ['采购', ['t1']],
  ['合同 张伟', ['t1']],
  ['运营', ['t2']],
  ['ANNUAL', ['d1']],
  ['anrep', ['d1']],
  ['采告', []],
  ['不存在', []],
] as const)('%s finds %j', (query, ids) => {
  expect(idsOf(query)).toEqual(ids);
});

it('prefers the start of a title over its inside, and the title over the detail', () => {
  expect(fuzzyScore('合同', '合同审批')).toBeGreaterThan(fuzzyScore('合同', '采购合同'));
  expect(fuzzyScore('合同', '采购合同')).toBeGreaterThan(fuzzyScore('合同', '报告', '采购合同'));
});

it('shows recent choices, actions and screens before a text is typed', () => {
  expect(groupItems('', items, ['t2', 'gone', 's1'])).toMatchObject([
    { kind: 'recent', items: [{ id: 't2' }, { id: 's1' }] },
    { kind: 'action', items: [{ id: 'a1' }] },
  ]);
});

it('lists an entry that two sources have once', () => {
  expect(groupItems('采购', [...items, ...items], []).flatMap((group) => group.items)).toHaveLength(1);
});

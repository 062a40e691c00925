import { describe, expect, it } from 'vitest';
import {
  buildTree,
  changesFor,
  collapsedAfter,
  conflictsOf,
  expandedOf,
  faultOfMove,
  findNode,
  initiallyCollapsed,
  renamesFor,
} from './department-tree.rules.ts';

const departments = [
  { orgID: 'a', name: '总部', members: 1, head: null },
  { orgID: 'b', name: '总部/研发部/平台组', members: 2, head: null },
  { orgID: 'c', name: '总部部', members: 4, head: null },
  { orgID: 'd', name: '分部/研发部', members: 8, head: null },
];
const tree = buildTree(departments);
const node = (id: string) => findNode(tree, id)!;

describe('the tree of departments', () => {
  it('follows the steps of the names, and counts the people below', () => {
    expect(node('总部').members).toBe(3);
    expect(node('总部/研发部')).toMatchObject({ department: null, members: 2, name: '研发部' });
    expect(node('总部部').children).toEqual([]);
  });

  it('shows each department of a name', () => {
    const twice = buildTree([...departments, { orgID: 'e', name: '总部', members: 16, head: null }]);
    expect(twice.filter(({ name }) => name === '总部').map(({ department }) => department?.orgID)).toEqual([
      'a',
      'e',
    ]);
  });

  it('renames the departments below a moved one', () => {
    expect(renamesFor(node('总部/研发部'), '分部/开发部')).toEqual([
      { orgID: 'b', name: '分部/开发部/平台组', former: '总部/研发部/平台组' },
    ]);
    expect(renamesFor(node('总部'), '集团').map(({ orgID }) => orgID)).toEqual(['a', 'b']);
  });

  it('refuses a place inside of itself, a taken name and a path that is too long', () => {
    expect(faultOfMove(departments, node('总部'), '总部/研发部/总部')).toBe('inside');
    expect(faultOfMove(departments, node('总部/研发部'), '分部/研发部')).toBe('taken');
    expect(faultOfMove(departments, node('总部/研发部'), '长'.repeat(98))).toBe('tooLong');
    expect(faultOfMove(departments, node('总部/研发部'), '分部/开发部')).toBeNull();
  });
});

describe('a change of a department', () => {
  const [li, wang] = [
    { fid: 'li', name: '李' },
    { fid: 'wang', name: '王' },
  ];
  const seen = { name: '总部', head: li };

  it('changes the head of the node only, and the names below it', () => {
    const [own, below] = changesFor(node('总部'), { path: '集团', head: wang });
    expect(own?.next).toEqual({ name: '集团', head: wang });
    expect(below?.next).toEqual({ name: '集团/研发部/平台组', head: null });
  });

  it('conflicts with fields that were changed meanwhile to something else', () => {
    const next = { name: '集团', head: wang };
    expect(conflictsOf({ seen, next }, seen)).toEqual([]);
    expect(conflictsOf({ seen, next }, next)).toEqual([]);
    expect(conflictsOf({ seen, next }, { name: '本部', head: null })).toEqual([
      { field: 'name', theirs: '本部', mine: '集团' },
      { field: 'head', theirs: '', mine: '王' },
    ]);
    expect(conflictsOf({ seen, next: seen }, { ...seen, head: wang })).toEqual([
      { field: 'head', theirs: '王', mine: '李' },
    ]);
  });
});

describe('collapsed departments', () => {
  it('are those below the top at first, and show a department that was moved or added below them', () => {
    const department = (name: string) => ({ orgID: name, name, members: 0, head: null });
    const before = [department('总部/研发部/一组'), department('分部/销售部')];
    const collapsed = initiallyCollapsed(buildTree(before));
    expect([...collapsed]).toEqual(['总部/研发部']);
    expect([...expandedOf(buildTree(before), collapsed)].toSorted()).toEqual(['分部', '总部']);
    const after = [...before, department('总部/研发部/二组'), department('分部/销售部/三组')];
    const left = collapsedAfter(collapsed, before, after);
    expect([...left]).toEqual([]);
    expect(expandedOf(buildTree(after), left).has('分部/销售部')).toBe(true);
    expect(collapsedAfter(collapsed, before, [...before, department('总部/财务部')])).toEqual(collapsed);
  });
});

import type { Department } from '../../platform/directory.queries.ts';

/** The longest name that the service stores. A name is the whole path of a department. */
export const maxPath = 100;
const separator = '/';

export type DepartmentNode = {
  /** Unique in the tree. */
  readonly id: string;
  readonly path: string;
  /** The last step of the path. */
  readonly name: string;
  /** Null for a step of a path that is no department itself. */
  readonly department: Department | null;
  readonly children: readonly DepartmentNode[];
  /** Members of the department and of all below it. */
  readonly members: number;
};

export const stepsOf = (path: string): readonly string[] => path.split(separator);
export const joinPath = (parent: string | null, name: string): string =>
  parent === null ? name : parent + separator + name;
export const parentOf = (path: string): string | null => {
  const end = path.lastIndexOf(separator);
  return end === -1 ? null : path.slice(0, end);
};
export const lastStepOf = (path: string): string => path.slice(path.lastIndexOf(separator) + 1);

/** Whether a path is the other path or below it. */
export const isWithin = (path: string, other: string): boolean =>
  path === other || path.startsWith(other + separator);

/** The departments as a tree by the steps of their names. */
export function buildTree(departments: readonly Department[]): readonly DepartmentNode[] {
  const byPath = new Map<string, Department[]>();
  for (const department of departments) {
    const steps = stepsOf(department.name);
    for (const [index] of steps.entries()) {
      const path = steps.slice(0, index + 1).join(separator);
      if (!byPath.has(path)) byPath.set(path, []);
    }
    byPath.get(department.name)?.push(department);
  }
  const childPaths = Map.groupBy([...byPath.keys()].sort(compare), parentOf);
  const below = (parent: string | null): readonly DepartmentNode[] =>
    (childPaths.get(parent) ?? []).flatMap((path) => {
      const [department = null, ...others] = byPath.get(path) ?? [];
      const children = below(path);
      const inside = children.reduce((sum, child) => sum + child.members, 0);
      const name = lastStepOf(path);
      // The service allows several departments of one name.
      const leaves = others.map((other) => leafOf(other, `${path}${separator}${separator}${other.orgID}`));
      const members = (department?.members ?? 0) + inside;
      const node: DepartmentNode = { id: path, path, name, department, children, members };
      return [node].concat(leaves);
    });
  return below(null);
}

const leafOf = (department: Department, id: string): DepartmentNode => ({
  id,
  path: department.name,
  name: lastStepOf(department.name),
  department,
  children: [],
  members: department.members,
});

const compare = (one: string, other: string) => one.localeCompare(other, 'zh-CN');

/** The departments of a node and of all below it. */
const departmentsOf = (node: DepartmentNode): readonly Department[] => [
  ...(node.department === null ? [] : [node.department]),
  ...node.children.flatMap(departmentsOf),
];

/** The new names of the departments of a node and below it when its path changes. */
export const renamesFor = (node: DepartmentNode, next: string) =>
  departmentsOf(node).map(({ orgID, name }) => ({
    orgID,
    name: next + name.slice(node.path.length),
    former: name,
  }));

/** What a department has: its name with the path, and its head. */
export type DepartmentValues = Pick<Department, 'name' | 'head'>;

export type DepartmentChange = {
  readonly orgID: string;
  readonly seen: DepartmentValues;
  readonly next: DepartmentValues;
};

/** The changes of the departments of a node and below it when its path or its head changes. */
export const changesFor = (
  node: DepartmentNode,
  {
    path,
    head = node.department?.head ?? null,
  }: { readonly path: string; readonly head?: Department['head'] },
): readonly DepartmentChange[] =>
  departmentsOf(node).map((seen) => ({
    orgID: seen.orgID,
    seen,
    next: {
      name: path + seen.name.slice(node.path.length),
      head: seen === node.department ? head : seen.head,
    },
  }));

/** The fields that another administrator changed meanwhile, except to what they become. */
export function conflictsOf(
  { seen, next }: Pick<DepartmentChange, 'seen' | 'next'>,
  current: DepartmentValues,
): readonly { readonly field: 'name' | 'head'; readonly theirs: string; readonly mine: string }[] {
  const fields = [];
  if (current.name !== seen.name && current.name !== next.name)
    fields.push({ field: 'name' as const, theirs: current.name, mine: next.name });
  const [theirs, mine, former] = [current, next, seen].map(({ head }) => head?.fid);
  if (theirs !== former && theirs !== mine)
    fields.push({ field: 'head' as const, theirs: current.head?.name ?? '', mine: next.head?.name ?? '' });
  return fields;
}

export type PathFault = 'taken' | 'tooLong' | 'inside';

/** Why a node cannot get the path; null if it can. */
export function faultOfMove(
  departments: readonly Department[],
  node: DepartmentNode,
  next: string,
): PathFault | null {
  if (next !== node.path && isWithin(next, node.path)) return 'inside';
  const moved = renamesFor(node, next);
  if (moved.some(({ name }) => name.length > maxPath)) return 'tooLong';
  const others = departments.filter(({ orgID }) => moved.every((one) => one.orgID !== orgID));
  return others.some(({ name }) => isWithin(name, next)) ? 'taken' : null;
}

const parentsOf = (nodes: readonly DepartmentNode[]): readonly DepartmentNode[] =>
  nodes.flatMap((node) => (node.children.length === 0 ? [] : [node, ...parentsOf(node.children)]));

/** The nodes that are collapsed at first: those below the top. */
export const initiallyCollapsed = (tree: readonly DepartmentNode[]): ReadonlySet<string> =>
  new Set(tree.flatMap(({ children }) => parentsOf(children)).map(({ id }) => id));

/** The nodes that show what is below them. */
export const expandedOf = (
  tree: readonly DepartmentNode[],
  collapsed: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    parentsOf(tree)
      .map(({ id }) => id)
      .filter((id) => !collapsed.has(id)),
  );

/** The nodes that stay collapsed when departments were added, renamed or moved, so that these are visible. */
export function collapsedAfter(
  collapsed: ReadonlySet<string>,
  before: readonly Department[],
  after: readonly Department[],
): ReadonlySet<string> {
  const known = new Set(before.map(({ name }) => name));
  const changed = after.map(({ name }) => name).filter((name) => !known.has(name));
  return new Set([...collapsed].filter((path) => !changed.some((name) => isWithin(name, path))));
}

/** The first node that the condition accepts; undefined if the tree has none. */
function find(
  nodes: readonly DepartmentNode[],
  isSought: (node: DepartmentNode) => boolean,
): DepartmentNode | undefined {
  for (const node of nodes) {
    const found = isSought(node) ? node : find(node.children, isSought);
    if (found) return found;
  }
  return undefined;
}

/** The node with this id; undefined if the tree has none. */
export const findNode = (nodes: readonly DepartmentNode[], id: string): DepartmentNode | undefined =>
  find(nodes, (node) => node.id === id);

/** The node of a department, which may have another path by now; undefined if the department is deleted. */
export const findDepartment = (nodes: readonly DepartmentNode[], orgID: string): DepartmentNode | undefined =>
  find(nodes, ({ department }) => department?.orgID === orgID);

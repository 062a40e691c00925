import { useMemo, useState } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent, useDragAndDrop } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { ActionMenu } from '../../kit/action-menu.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import type { Department } from '../../platform/directory.queries.ts';
import { useDepartmentActs } from './department-acts.hook.ts';
import { useDepartmentConflict } from './department-conflict.component.tsx';
import { faultText } from './department-dialogs.component.tsx';
import {
  buildTree,
  collapsedAfter,
  type DepartmentNode,
  expandedOf,
  faultOfMove,
  findNode,
  initiallyCollapsed,
  joinPath,
} from './department-tree.rules.ts';
import styles from './departments.module.css';

export type DepartmentAct = 'addBelow' | 'change' | 'move' | 'remove';

type DepartmentTreeProps = {
  readonly tid: string;
  readonly departments: readonly Department[];
  readonly onAct: (act: DepartmentAct, node: DepartmentNode) => void;
};

const dragType = 'application/x-sealflow-department';

/** Departments as a tree. One is moved by drag, by the keyboard with its drag button, or by its menu. */
export function DepartmentTree({ tid, departments, onAct }: DepartmentTreeProps) {
  const { departments: texts, shell } = useTexts();
  const acts = useDepartmentActs(tid);
  const conflict = useDepartmentConflict();
  const errorText = useErrorText();
  const tree = useMemo(() => buildTree(departments), [departments]);
  const [collapsed, setCollapsed] = useState(() => initiallyCollapsed(tree));
  const [shown, setShown] = useState(departments);
  if (shown !== departments) {
    setShown(departments);
    setCollapsed(collapsedAfter(collapsed, shown, departments));
  }
  const expanded = expandedOf(tree, collapsed);
  const move = async (id: string, target: DepartmentNode | null) => {
    const node = findNode(tree, id);
    if (!node) return;
    const path = joinPath(target?.path ?? null, node.name);
    if (path === node.path) return;
    const fault = faultOfMove(departments, node, path);
    if (fault !== null) {
      showToast({ color: 'error', text: faultText(texts, fault) });
      return;
    }
    try {
      await conflict.attempt((isForced) => acts.change(node, { path }, isForced), {
        onDone: () =>
          showToast({ color: 'success', text: texts.moved(node.name, target?.path ?? texts.top) }),
      });
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    }
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key), 'text/plain': String(key) })),
    acceptedDragTypes: [dragType],
    getDropOperation: () => 'move',
    onItemDrop: ({ items: [item], target }) => {
      if (item?.kind !== 'text') return;
      const parent = findNode(tree, String(target.key)) ?? null;
      void item.getText(dragType).then((id) => move(id, parent));
    },
    onRootDrop: ({ items: [item] }) => {
      if (item?.kind === 'text') void item.getText(dragType).then((id) => move(id, null));
    },
  });
  return (
    <>
      <Tree
        aria-label={shell.areas.departments}
        className={styles.tree ?? ''}
        items={tree}
        expandedKeys={expanded}
        onExpandedChange={(keys) =>
          setCollapsed(new Set([...expandedOf(tree, new Set())].filter((id) => !keys.has(id))))
        }
        selectionMode="none"
        dragAndDropHooks={dragAndDropHooks}
      >
        {(node: DepartmentNode) => <Node tid={tid} node={node} onAct={onAct} />}
      </Tree>
      {conflict.dialog}
    </>
  );
}

type NodeProps = {
  readonly tid: string;
  readonly node: DepartmentNode;
  readonly onAct: DepartmentTreeProps['onAct'];
};

function Node({ tid, node, onAct }: NodeProps) {
  const { departments: texts } = useTexts();
  const navigate = useNavigate();
  const { department } = node;
  const own = department?.members ?? 0;
  const act = (id: DepartmentAct) => ({ id, label: texts[id], onAction: () => onAct(id, node) });
  return (
    <TreeItem id={node.id} textValue={node.name} className={styles.item ?? ''}>
      <TreeItemContent>
        <div className={styles.row}>
          <Button slot="drag" className={styles.handle ?? ''} aria-label={texts.drag(node.name)}>
            ⠿
          </Button>
          {node.children.length > 0 ? (
            <Button slot="chevron" className={styles.chevron ?? ''}>
              <span aria-hidden="true">▸</span>
            </Button>
          ) : (
            <span className={styles.chevron} />
          )}
          <span className={styles.name}>{node.name}</span>
          {department?.head ? <span className={styles.head}>{texts.ledBy(department.head.name)}</span> : null}
          <span className={styles.count}>
            {department === null
              ? texts.grouping
              : node.children.length > 0
                ? texts.withBelow(own, node.members)
                : texts.members(own)}
          </span>
          <ActionMenu
            label={texts.acts(node.name)}
            isCompact
            actions={[
              ...(department === null
                ? []
                : [
                    {
                      id: 'people',
                      label: texts.showPeople,
                      onAction: () =>
                        void navigate(`/t/${tid}/people?department=${encodeURIComponent(department.orgID)}`),
                    },
                  ]),
              act('addBelow'),
              act('change'),
              act('move'),
              ...(department !== null && own === 0 && node.children.length === 0
                ? [{ ...act('remove'), isDanger: true }]
                : []),
            ]}
          />
        </div>
      </TreeItemContent>
      <Collection items={node.children}>
        {(child: DepartmentNode) => <Node tid={tid} node={child} onAct={onAct} />}
      </Collection>
    </TreeItem>
  );
}

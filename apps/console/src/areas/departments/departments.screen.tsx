import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Page } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { type Department, useDepartments } from '../../platform/directory.queries.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { ChangeDepartment } from './change-department.component.tsx';
import { AddDepartment, MoveDepartment, RemoveDepartment } from './department-dialogs.component.tsx';
import { type DepartmentAct, DepartmentTree } from './department-tree.component.tsx';
import type { DepartmentNode } from './department-tree.rules.ts';

type Asked = { readonly act: DepartmentAct | 'add'; readonly node: DepartmentNode | null };

/** The departments of an organisation. */
export default function DepartmentsScreen() {
  const { departments: texts, shell } = useTexts();
  const tid = useTenantID();
  const departments = useDepartments(tid);
  const [asked, setAsked] = useState<Asked | null>(null);
  const addButton = (
    <Button kind="primary" onPress={() => setAsked({ act: 'add', node: null })}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={shell.areas.departments} lead={texts.lead} actions={addButton}>
      {departments.isError ? (
        <StatePane kind="error" error={departments.error} onRetry={() => void departments.refetch()} />
      ) : departments.data === undefined ? (
        <StatePane kind="loading" />
      ) : departments.data.length === 0 ? (
        <StatePane kind="empty" title={texts.emptyTitle} hint={texts.emptyHint} action={addButton} />
      ) : (
        <DepartmentTree
          tid={tid}
          departments={departments.data}
          onAct={(act, node) => setAsked({ act, node })}
        />
      )}
      {asked === null ? null : (
        <AskedDialog
          tid={tid}
          departments={departments.data ?? []}
          asked={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  );
}

type AskedDialogProps = {
  readonly tid: string;
  readonly departments: readonly Department[];
  readonly asked: Asked;
  readonly onClose: () => void;
};

function AskedDialog({ asked: { act, node }, ...props }: AskedDialogProps) {
  if (act === 'add' || node === null) return <AddDepartment {...props} parent={null} />;
  if (act === 'addBelow') return <AddDepartment {...props} parent={node.path} />;
  if (act === 'change') return <ChangeDepartment {...props} node={node} />;
  if (act === 'move') return <MoveDepartment {...props} node={node} />;
  return <RemoveDepartment tid={props.tid} node={node} onClose={props.onClose} />;
}

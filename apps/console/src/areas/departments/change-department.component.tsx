import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ForeignChangeNotice } from '../../kit/changed-notice.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { Facts } from '../../kit/page.component.tsx';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import type { Department } from '../../platform/directory.queries.ts';
import { useDepartmentActs } from './department-acts.hook.ts';
import { useDepartmentConflict } from './department-conflict.component.tsx';
import { nameErrorOf } from './department-dialogs.component.tsx';
import {
  buildTree,
  type DepartmentNode,
  findDepartment,
  joinPath,
  parentOf,
} from './department-tree.rules.ts';

type ChangeDepartmentProps = {
  readonly tid: string;
  readonly departments: readonly Department[];
  readonly node: DepartmentNode;
  readonly onClose: () => void;
};

/**
 * Changes the name and the head of a department. Those below it keep their place. If another administrator changed it meanwhile, the
 * person sees both versions. A form without typed values shows the current version.
 */
export function ChangeDepartment({ tid, departments, node: opened, onClose }: ChangeDepartmentProps) {
  const { departments: texts, common } = useTexts();
  const acts = useDepartmentActs(tid);
  const conflict = useDepartmentConflict();
  const [node, setNode] = useState(opened);
  const { department } = node;
  const [name, setName] = useState(node.name);
  const [head, setHead] = useState(department?.head ?? null);
  const { isPending, error, submit } = useSubmit();
  const path = joinPath(parentOf(node.path), name.trim());
  const nameError = nameErrorOf(texts, { departments, node, name, path });
  const isDirty = path !== node.path || head?.fid !== department?.head?.fid;
  const [shown, setShown] = useState(departments);
  const showCurrent = (all: readonly Department[]) => {
    const current = department === null ? undefined : findDepartment(buildTree(all), department.orgID);
    if (current === undefined) return;
    setNode(current);
    setName(current.name);
    setHead(current.department?.head ?? null);
  };
  if (shown !== departments) {
    setShown(departments);
    if (!isDirty) showCurrent(departments);
  }
  const write = (isForced: boolean) => acts.change(node, { path, head }, isForced);
  const options = {
    onDone: () => {
      showToast({ color: 'success', text: common.saved });
      onClose();
    },
    onTaken: onClose,
  };
  const save = () => {
    if (nameError !== undefined || name.trim() === '') return;
    void submit(async () => {
      await conflict.attempt(write, options);
    });
  };
  return (
    <>
      <FormDrawer
        title={node.name}
        submitLabel={common.save}
        isDirty={isDirty}
        isPending={isPending}
        error={error}
        onSubmit={save}
        onClose={onClose}
      >
        {department === null ? null : (
          <ForeignChangeNotice
            tid={tid}
            kind="departments"
            id={department.orgID}
            isDirty={isDirty}
            onCompare={() => conflict.compare(() => acts.compare(node, { path, head }), write, options)}
            onLoad={async () => showCurrent(await acts.reload())}
          />
        )}
        <Facts
          facts={[
            [texts.ownMembers, department === null ? texts.grouping : texts.members(department.members)],
            [texts.allMembers, texts.members(node.members)],
          ]}
        />
        <TextInput label={texts.name} isRequired value={name} onChange={setName} error={nameError} />
        {department === null ? null : (
          <PersonInput
            tid={tid}
            label={texts.head}
            hint={texts.headHint}
            placeholder={texts.noHead}
            value={head}
            onChange={setHead}
          />
        )}
      </FormDrawer>
      {conflict.dialog}
    </>
  );
}

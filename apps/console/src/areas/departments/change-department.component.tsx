import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
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
import { type DepartmentNode, joinPath, parentOf } from './department-tree.rules.ts';

type ChangeDepartmentProps = {
  readonly tid: string;
  readonly departments: readonly Department[];
  readonly node: DepartmentNode;
  readonly onClose: () => void;
};

/**
 * Changes the name and the head of a department. Those below it keep their place. If another administrator changed it meanwhile, the
 * person sees both versions.
 */
export function ChangeDepartment({ tid, departments, node, onClose }: ChangeDepartmentProps) {
  const { departments: texts, common } = useTexts();
  const acts = useDepartmentActs(tid);
  const conflict = useDepartmentConflict();
  const { department } = node;
  const [name, setName] = useState(node.name);
  const [head, setHead] = useState(department?.head ?? null);
  const { isPending, error, submit } = useSubmit();
  const path = joinPath(parentOf(node.path), name.trim());
  const nameError = nameErrorOf(texts, { departments, node, name, path });
  const isDirty = path !== node.path || head?.fid !== department?.head?.fid;
  const save = () => {
    if (nameError !== undefined || name.trim() === '') return;
    const onDone = () => {
      showToast({ color: 'success', text: common.saved });
      onClose();
    };
    void submit(async () => {
      await conflict.attempt((isForced) => acts.change(node, { path, head }, isForced), {
        onDone,
        onTaken: onClose,
      });
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

import { useState } from 'react';
import { type Texts, useTexts } from '../../i18n/index.ts';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import type { Department } from '../../platform/directory.queries.ts';
import { useDepartmentActs } from './department-acts.hook.ts';
import { useDepartmentConflict } from './department-conflict.component.tsx';
import {
  type DepartmentNode,
  faultOfMove,
  isWithin,
  joinPath,
  maxPath,
  type PathFault,
  renamesFor,
} from './department-tree.rules.ts';

type DialogProps = {
  readonly tid: string;
  readonly departments: readonly Department[];
  readonly onClose: () => void;
};

/** The text of a fault of a path. */
export const faultText = (texts: Texts['departments'], fault: PathFault): string =>
  fault === 'tooLong' ? texts.pathTooLong(maxPath) : texts[fault];

/** Why a department cannot get the name that was typed; undefined if it can. */
export function nameErrorOf(
  texts: Texts['departments'],
  {
    departments,
    node,
    name,
    path,
  }: {
    readonly departments: readonly Department[];
    readonly node: DepartmentNode;
    readonly name: string;
    readonly path: string;
  },
): string | undefined {
  if (name.includes('/')) return texts.nameFault;
  const fault = path === node.path ? null : faultOfMove(departments, node, path);
  return fault === null ? undefined : faultText(texts, fault);
}

/** Creates a department below a path, or at the top. */
export function AddDepartment({
  tid,
  departments,
  parent,
  onClose,
}: DialogProps & { parent: string | null }) {
  const { departments: texts, common } = useTexts();
  const acts = useDepartmentActs(tid);
  const [name, setName] = useState('');
  const path = joinPath(parent, name.trim());
  const fault =
    path.length > maxPath ? 'tooLong' : departments.some((one) => one.name === path) ? 'taken' : null;
  const error = name.includes('/') ? texts.nameFault : fault === null ? undefined : faultText(texts, fault);
  return (
    <ConfirmDialog
      title={parent === null ? texts.add : texts.addBelow}
      confirmLabel={common.create}
      isDisabled={name.trim() === '' || error !== undefined}
      onConfirm={async () => {
        await acts.add(path);
        showToast({ color: 'success', text: common.created });
      }}
      onClose={onClose}
    >
      {parent === null ? null : <p>{parent}</p>}
      <TextInput label={texts.name} isRequired value={name} onChange={setName} error={error} />
    </ConfirmDialog>
  );
}

/** Moves a department with all below it. */
export function MoveDepartment({ tid, departments, node, onClose }: DialogProps & { node: DepartmentNode }) {
  const { departments: texts } = useTexts();
  const acts = useDepartmentActs(tid);
  const conflict = useDepartmentConflict();
  const [target, setTarget] = useState<string | null>(null);
  const path = target === null ? null : joinPath(target === '' ? null : target, node.name);
  const fault = path === null || path === node.path ? null : faultOfMove(departments, node, path);
  const names = new Set(departments.map(({ name }) => name).filter((name) => !isWithin(name, node.path)));
  return (
    <ConfirmDialog
      title={`${texts.move} · ${node.name}`}
      confirmLabel={texts.move}
      isDisabled={path === null || path === node.path || fault !== null}
      onConfirm={async () => {
        if (path === null) return true;
        const onDone = () => {
          showToast({
            color: 'success',
            text: texts.moved(node.name, target === '' ? texts.top : (target ?? '')),
          });
          onClose();
        };
        return conflict.attempt((isForced) => acts.change(node, { path }, isForced), {
          onDone,
          onTaken: onClose,
        });
      }}
      onClose={onClose}
    >
      <p>{texts.moveExplain(renamesFor(node, node.path).length)}</p>
      <ComboInput
        label={texts.parent}
        value={target}
        onChange={setTarget}
        error={fault === null ? undefined : faultText(texts, fault)}
        options={[{ id: '', label: texts.top }, ...[...names].map((name) => ({ id: name, label: name }))]}
      />
      {conflict.dialog}
    </ConfirmDialog>
  );
}

/** Removes a department without members. */
export function RemoveDepartment({
  tid,
  node,
  onClose,
}: Omit<DialogProps, 'departments'> & { readonly node: DepartmentNode }) {
  const { departments: texts, common } = useTexts();
  const acts = useDepartmentActs(tid);
  const conflict = useDepartmentConflict();
  const { department } = node;
  return (
    <ConfirmDialog
      title={texts.remove}
      confirmLabel={texts.remove}
      typedName={node.name}
      isDanger
      onConfirm={async () => {
        if (department === null) return true;
        const onDone = () => {
          showToast({ color: 'success', text: common.deleted });
          onClose();
        };
        return conflict.attempt((isForced) => acts.remove(department, isForced), {
          onDone,
          onTaken: onClose,
          act: texts.remove,
        });
      }}
      onClose={onClose}
    >
      <p>{texts.removeExplain}</p>
      {conflict.dialog}
    </ConfirmDialog>
  );
}

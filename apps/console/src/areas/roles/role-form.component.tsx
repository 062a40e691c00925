import { zodResolver } from '@hookform/resolvers/zod';
import { rights as knownRights } from '@sealflow/domain/roles';
import { useState } from 'react';
import { type Control, useForm } from 'react-hook-form';
import { type Texts, useTexts } from '../../i18n/index.ts';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { FormChoices, FormTextInput } from '../../kit/form-fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { z } from '../../kit/schema.util.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Role } from '../../platform/directory.queries.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { useRoleActs, useRoleWords } from './role-acts.hook.ts';

const maxName = 100;
const grantable = Object.values(knownRights);

const roleSchema = ({ common }: Texts) =>
  z.object({
    name: z.string().trim().min(1, common.required).max(maxName, common.tooLong(maxName)),
    rights: z.array(z.enum(grantable)),
  });
type RoleValues = z.output<ReturnType<typeof roleSchema>>;

const valuesOf = (role: Role): RoleValues => ({
  name: role.name,
  rights: grantable.filter((right) => role.rights.includes(right)),
});

function useRoleForm(defaultValues: RoleValues) {
  const texts = useTexts();
  return useForm<RoleValues>({ resolver: zodResolver(roleSchema(texts)), defaultValues });
}

type NewRoleProps = { readonly tid: string; readonly onClose: () => void };

/** Creates a role. */
export function NewRole({ tid, onClose }: NewRoleProps) {
  const { roles: texts, common } = useTexts();
  const acts = useRoleActs(tid);
  const [error, setError] = useState<unknown>(null);
  const { control, formState, handleSubmit } = useRoleForm({ name: '', rights: [knownRights.signIn] });
  const submit = handleSubmit(async (body) => {
    setError(null);
    try {
      await acts.create(body);
      showToast({ color: 'success', text: common.created });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  });
  return (
    <FormDrawer
      title={texts.add}
      submitLabel={common.create}
      isDirty={formState.isDirty}
      isPending={formState.isSubmitting}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <RoleFields control={control} />
    </FormDrawer>
  );
}

/** Changes a role. If another administrator changed it meanwhile, the person sees both versions. */
export function ChangeRole({ tid, version, onClose }: NewRoleProps & { readonly version: Tagged<Role> }) {
  const { roles: texts, common } = useTexts();
  const acts = useRoleActs(tid);
  const wordsOf = useRoleWords();
  const [error, setError] = useState<unknown>(null);
  const { roleID, members } = version.value;
  const { control, formState, getValues, handleSubmit, reset } = useRoleForm(valuesOf(version.value));
  const versions = useVersions(version, {
    read: () => acts.read(roleID),
    show: (role) => reset(valuesOf(role)),
  });
  const write: Write<Role> = ({ tag }) => {
    const { name, rights } = getValues();
    return acts.change(roleID, { name: name.trim(), rights }, tag);
  };
  const finish = () => {
    showToast({ color: 'success', text: common.saved });
    onClose();
  };
  const submit = handleSubmit(async () => {
    setError(null);
    try {
      if (await versions.attempt(write)) finish();
    } catch (failure) {
      setError(failure);
    }
  });
  return (
    <>
      <FormDrawer
        title={versions.base.value.name}
        submitLabel={common.save}
        isDirty={formState.isDirty}
        isPending={formState.isSubmitting}
        error={error}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <ChangedNotice tid={tid} kind="roles" id={roleID} versions={versions} write={write} />
        {members === 0 ? null : <Notice kind="info">{texts.changeAffects(members)}</Notice>}
        <RoleFields control={control} />
      </FormDrawer>
      <VersionsDialog versions={versions} wordsOf={wordsOf} mine={wordsOf(getValues())} onWritten={finish} />
    </>
  );
}

function RoleFields({ control }: { readonly control: Control<RoleValues> }) {
  const { roles: texts, rights } = useTexts();
  return (
    <>
      <FormTextInput control={control} name="name" label={texts.name} isRequired />
      <FormChoices
        control={control}
        name="rights"
        label={texts.rights}
        hint={texts.rightsHint}
        choices={grantable.map((id) => ({ id, label: rights.names[id] ?? id }))}
      />
    </>
  );
}

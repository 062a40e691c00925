import { zodResolver } from '@hookform/resolvers/zod';
import { rights as knownRights } from '@sealflow/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Texts, useTexts } from '../../i18n/index.ts';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { FormChoices, FormTextInput } from '../../kit/form-fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { z } from '../../kit/schema.util.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useApi } from '../../platform/api.hook.ts';
import type { Role } from '../../platform/directory.queries.ts';

type RoleFormProps = {
  readonly tid: string;
  /** Null for a new role. */
  readonly held: Role | null;
  readonly onClose: () => void;
};

const maxName = 100;
const grantable = Object.values(knownRights);

const roleSchema = ({ common }: Texts) =>
  z.object({
    name: z.string().trim().min(1, common.required).max(maxName, common.tooLong(maxName)),
    rights: z.array(z.enum(grantable)),
  });
type RoleValues = z.output<ReturnType<typeof roleSchema>>;

/** Creates or changes a role. */
export function RoleForm({ tid, held: role, onClose }: RoleFormProps) {
  const allTexts = useTexts();
  const { roles: texts, rights, common } = allTexts;
  const api = useApi();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const { control, formState, handleSubmit } = useForm<RoleValues>({
    resolver: zodResolver(roleSchema(allTexts)),
    defaultValues: {
      name: role?.name ?? '',
      rights: grantable.filter((right) => role?.rights.includes(right) ?? right === knownRights.signIn),
    },
  });
  const submit = handleSubmit(async (body) => {
    setError(null);
    try {
      await (role === null
        ? api.call('POST /api/v1/tenants/{tid}/admin/roles', { params: { tid }, body })
        : api.call('PUT /api/v1/tenants/{tid}/admin/roles/{roleID}', {
            params: { tid, roleID: role.roleID },
            body,
          }));
      await queries.invalidateQueries({ queryKey: ['roles', tid] });
      await queries.invalidateQueries({ queryKey: ['people', tid] });
      showToast({ color: 'success', text: role === null ? common.created : common.saved });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  });
  return (
    <FormDrawer
      title={role?.name ?? texts.add}
      submitLabel={role === null ? common.create : common.save}
      isDirty={formState.isDirty}
      isPending={formState.isSubmitting}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {role === null || role.members === 0 ? null : (
        <Notice kind="info">{texts.changeAffects(role.members)}</Notice>
      )}
      <FormTextInput control={control} name="name" label={texts.name} isRequired />
      <FormChoices
        control={control}
        name="rights"
        label={texts.rights}
        hint={texts.rightsHint}
        choices={grantable.map((id) => ({ id, label: rights.names[id] ?? id }))}
      />
    </FormDrawer>
  );
}

import { rights as knownRights, workButtons } from '@sealflow/domain/roles';
import { type Control, Controller } from 'react-hook-form';
import { useTexts } from '../../i18n/index.ts';
import { ComboInput } from '../../kit/combo-input.component.tsx';
import { FormChoices, FormTextInput } from '../../kit/form-fields.component.tsx';
import { useDepartments, useRoles } from '../../platform/directory.queries.ts';
import type { MembershipValues } from './member-values.rules.ts';

const grantable = Object.values(knownRights);
const deniable = [...grantable, ...Object.values(workButtons)];

type MembershipFieldsProps = {
  readonly tid: string;
  readonly control: Control<MembershipValues>;
};

/** The fields of a membership: name, department, roles, rights and denials. */
export function MembershipFields({ tid, control }: MembershipFieldsProps) {
  const { people: texts, rights: rightTexts } = useTexts();
  const departments = useDepartments(tid);
  const roles = useRoles(tid);
  const choices = (ids: readonly string[]) => ids.map((id) => ({ id, label: rightTexts.names[id] ?? id }));
  const noDepartment = { id: '', label: texts.noDepartment };
  return (
    <>
      <FormTextInput control={control} name="name" label={texts.name} isRequired />
      <Controller
        control={control}
        name="orgID"
        render={({ field }) => (
          <ComboInput
            key={departments.isSuccess ? 'loaded' : 'loading'}
            label={texts.department}
            hint={texts.form.orgHint}
            value={field.value ?? ''}
            onChange={(id) => field.onChange(id === '' ? null : id)}
            options={[
              noDepartment,
              ...(departments.data ?? []).map(({ orgID, name }) => ({ id: orgID, label: name })),
            ]}
          />
        )}
      />
      <FormChoices
        control={control}
        name="roles"
        label={texts.roles}
        hint={texts.form.rolesHint}
        choices={(roles.data ?? []).map(({ roleID, name, rights }) => ({
          id: roleID,
          label: name,
          hint: rights.map((right) => rightTexts.names[right] ?? right).join(texts.separator),
        }))}
      />
      <FormChoices
        control={control}
        name="rights"
        label={texts.form.rights}
        hint={texts.form.rightsHint}
        choices={choices(grantable)}
      />
      <FormChoices
        control={control}
        name="deny"
        label={texts.form.deny}
        hint={texts.form.denyHint}
        choices={choices(deniable)}
      />
    </>
  );
}

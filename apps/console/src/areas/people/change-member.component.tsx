import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../i18n/index.ts';
import { ConflictDialog } from '../../kit/conflict-dialog.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useDepartments, useRoles } from '../../platform/directory.queries.ts';
import { type MemberVersion, useMemberActs } from './member-acts.hook.ts';
import { membershipSchema } from './member-form.schemas.ts';
import { changeOf, differingFields, type MembershipValues, valuesOf } from './member-values.rules.ts';
import { MembershipFields } from './membership-fields.component.tsx';
import { type Member, useRefreshPeople } from './people.queries.ts';

type ChangeMemberProps = {
  readonly tid: string;
  readonly version: MemberVersion;
  readonly onClose: () => void;
};

/** Changes a membership. If another administrator changed it meanwhile, the person sees both versions. */
export function ChangeMember({ tid, version, onClose }: ChangeMemberProps) {
  const texts = useTexts();
  const acts = useMemberActs(tid);
  const refresh = useRefreshPeople(tid);
  // The version that the form shows. Its tag is read before the form is filled, so that no later change is overwritten.
  const [base, setBase] = useState(version);
  const [conflict, setConflict] = useState<{ theirs: MemberVersion; mine: MembershipValues } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const { control, formState, handleSubmit, reset } = useForm<MembershipValues>({
    resolver: zodResolver(membershipSchema(texts)),
    defaultValues: valuesOf(version.member),
  });
  const save = async (before: MemberVersion, values: MembershipValues) => {
    setError(null);
    const { fid } = before.member;
    try {
      await acts.change(fid, changeOf(before.member, values), before.tag);
      await refresh();
      showToast({ color: 'success', text: texts.common.saved });
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'admin.changed_meanwhile') setError(failure);
      else await acts.read(fid).then((theirs) => setConflict({ theirs, mine: values }), setError);
    }
  };
  const submit = handleSubmit((values) => save(base, values));
  return (
    <>
      <FormDrawer
        title={base.member.name}
        submitLabel={texts.common.save}
        isDirty={formState.isDirty}
        isPending={formState.isSubmitting}
        error={error}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <MembershipFields tid={tid} control={control} />
      </FormDrawer>
      {conflict === null ? null : (
        <MemberConflict
          tid={tid}
          theirs={conflict.theirs.member}
          mine={conflict.mine}
          onTakeTheirs={() => {
            setBase(conflict.theirs);
            reset(valuesOf(conflict.theirs.member));
            setConflict(null);
          }}
          onOverwrite={() => {
            setBase(conflict.theirs);
            setConflict(null);
            void save(conflict.theirs, conflict.mine);
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </>
  );
}

type MemberConflictProps = {
  readonly tid: string;
  readonly theirs: Member;
  readonly mine: MembershipValues;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
};

/** Both versions of a membership in words. */
function MemberConflict({ tid, theirs, mine, ...handlers }: MemberConflictProps) {
  const { people: texts, rights } = useTexts();
  const roles = useRoles(tid);
  const departments = useDepartments(tid);
  const words = (values: MembershipValues): Record<keyof MembershipValues, string> => {
    const named = (ids: readonly string[], nameOf: (id: string) => string | undefined) =>
      ids.map((id) => nameOf(id) ?? id).join(texts.separator);
    return {
      name: values.name,
      orgID: departments.data?.find(({ orgID }) => orgID === values.orgID)?.name ?? values.orgID ?? '',
      roles: named(values.roles, (id) => roles.data?.find(({ roleID }) => roleID === id)?.name),
      rights: named(values.rights, (id) => rights.names[id]),
      deny: named(values.deny, (id) => rights.names[id]),
    };
  };
  const labels: Record<keyof MembershipValues, string> = {
    name: texts.name,
    orgID: texts.department,
    roles: texts.roles,
    rights: texts.form.rights,
    deny: texts.form.deny,
  };
  const theirWords = words(valuesOf(theirs));
  const myWords = words(mine);
  const fields = differingFields(valuesOf(theirs), mine).map((field) => ({
    label: labels[field],
    theirs: theirWords[field],
    mine: myWords[field],
  }));
  return <ConflictDialog fields={fields} {...handlers} />;
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../i18n/index.ts';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import { type MemberVersion, useMemberActs } from './member-acts.hook.ts';
import { membershipSchema } from './member-form.schemas.ts';
import { changeOf, type MembershipValues, valuesOf } from './member-values.rules.ts';
import { useMembershipWords } from './member-words.hook.ts';
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
  const wordsOf = useMembershipWords(tid);
  const [error, setError] = useState<unknown>(null);
  const { fid } = version.value;
  const { control, formState, getValues, handleSubmit, reset } = useForm<MembershipValues>({
    resolver: zodResolver(membershipSchema(texts)),
    defaultValues: valuesOf(version.value),
  });
  const versions = useVersions(version, {
    read: () => acts.read(fid),
    show: (member: Member) => reset(valuesOf(member)),
  });
  const write: Write<Member> = ({ value, tag }) => {
    const values = getValues();
    return acts.change(fid, changeOf(value, { ...values, name: values.name.trim() }), tag);
  };
  const finish = () => {
    void refresh();
    showToast({ color: 'success', text: texts.common.saved });
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
        submitLabel={texts.common.save}
        isDirty={formState.isDirty}
        isPending={formState.isSubmitting}
        error={error}
        onSubmit={() => void submit()}
        onClose={onClose}
      >
        <ChangedNotice tid={tid} kind="people" id={fid} versions={versions} write={write} />
        <MembershipFields tid={tid} control={control} />
      </FormDrawer>
      <VersionsDialog
        versions={versions}
        wordsOf={(member) => wordsOf(valuesOf(member))}
        mine={wordsOf(getValues())}
        onWritten={finish}
      />
    </>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useState } from 'react';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import { useTexts } from '../../i18n/index.ts';
import { SelectInput } from '../../kit/fields.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { FormTextInput } from '../../kit/form-fields.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useMemberActs } from './member-acts.hook.ts';
import { newMemberSchema } from './member-form.schemas.ts';
import { type MembershipValues, type NewMemberValues, newMemberOf } from './member-values.rules.ts';
import { MembershipFields } from './membership-fields.component.tsx';
import { useRefreshPeople } from './people.queries.ts';

const initial: NewMemberValues = {
  way: 'invite',
  account: '',
  username: '',
  mobileNo: '',
  email: '',
  name: '',
  orgID: null,
  roles: ['users'],
  rights: [],
  deny: [],
};

/** The field that a refusal of the service is about. */
const fieldByCode: Readonly<Record<string, 'account' | 'username'>> = {
  'login.user_not_found': 'account',
  'admin.member_exists': 'account',
  'admin.already_invited': 'account',
  'admin.username_taken': 'username',
};

/** Invites a person who has an account, or creates the account with the membership. */
export function AddMember({ tid, onClose }: { readonly tid: string; readonly onClose: () => void }) {
  const allTexts = useTexts();
  const { people: texts } = allTexts;
  const errorText = useErrorText();
  const acts = useMemberActs(tid);
  const refresh = useRefreshPeople(tid);
  const [error, setError] = useState<unknown>(null);
  const form = useForm<NewMemberValues>({
    resolver: zodResolver(newMemberSchema(allTexts)),
    defaultValues: initial,
  });
  const { control, formState, setError: setFault } = form;
  const way = useWatch({ control, name: 'way' });
  const submit = form.handleSubmit(async (values) => {
    setError(null);
    try {
      const added = await acts.add(newMemberOf(values));
      await refresh();
      showToast({
        color: 'success',
        text: added.state === 'invited' ? texts.form.invited(added.name) : texts.form.added(added.name),
      });
      onClose();
    } catch (failure) {
      const field = failure instanceof ApiError ? fieldByCode[failure.code] : undefined;
      if (field === undefined) setError(failure);
      else setFault(field, { message: errorText(failure) }, { shouldFocus: true });
    }
  });
  const text = (
    name: 'account' | 'username' | 'mobileNo' | 'email',
    options: { type?: 'tel' | 'email'; isRequired?: boolean },
  ) => (
    <FormTextInput
      key={name}
      control={control}
      name={name}
      {...options}
      label={name === 'account' || name === 'username' ? texts.form[name] : texts[name]}
    />
  );
  return (
    <FormDrawer
      title={texts.add}
      submitLabel={way === 'invite' ? texts.form.submitInvite : texts.form.submitCreate}
      isDirty={formState.isDirty}
      isPending={formState.isSubmitting}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="way"
        render={({ field }) => (
          <SelectInput
            label={texts.form.way}
            hint={way === 'invite' ? texts.form.inviteHint : texts.form.createHint}
            value={field.value}
            onChange={field.onChange}
            options={(['invite', 'create'] as const).map((id) => ({ id, label: texts.form.ways[id] }))}
          />
        )}
      />
      {way === 'invite'
        ? text('account', { isRequired: true })
        : [
            text('username', { isRequired: true }),
            text('mobileNo', { type: 'tel' }),
            text('email', { type: 'email' }),
          ]}
      <MembershipFields tid={tid} control={control as unknown as Control<MembershipValues>} />
    </FormDrawer>
  );
}

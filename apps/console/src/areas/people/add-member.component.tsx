import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useState } from 'react';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import { useTexts } from '../../i18n/index.ts';
import { CreatedDrawer } from '../../kit/create-drawer.component.tsx';
import { Checkbox } from '../../kit/fields.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { FormTextInput } from '../../kit/form-fields.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useIsOperator } from '../../platform/access.queries.ts';
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
  oneTimePassword: false,
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

/**
 * Invites a person who has an account, or creates the account with the membership. An operator may have the service
 * create a one-time password, which is shown once.
 */
export function AddMember({ tid, onClose }: { readonly tid: string; readonly onClose: () => void }) {
  const allTexts = useTexts();
  const { accounts, common, people: texts } = allTexts;
  const errorText = useErrorText();
  const acts = useMemberActs(tid);
  const refresh = useRefreshPeople(tid);
  const isOperator = useIsOperator().data === true;
  const [error, setError] = useState<unknown>(null);
  const [created, setCreated] = useState<{ username: string; password: string } | null>(null);
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
      if (added.oneTimePassword === null) onClose();
      else setCreated({ username: values.username, password: added.oneTimePassword });
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
  if (created !== null) {
    return (
      <CreatedDrawer
        title={created.username}
        password={created.password}
        passwordLabel={accounts.password(created.username)}
        passwordHint={accounts.passwordHint}
        noPassword={common.created}
        onClose={onClose}
      />
    );
  }
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
      {way === 'create' && isOperator ? (
        <Controller
          control={control}
          name="oneTimePassword"
          render={({ field }) => (
            <Checkbox isSelected={field.value} onChange={field.onChange}>
              {accounts.oneTimePassword}
            </Checkbox>
          )}
        />
      ) : null}
      <MembershipFields tid={tid} control={control as unknown as Control<MembershipValues>} />
    </FormDrawer>
  );
}

import { PasswordField } from '@sealflow/ui/inputs/password-field.component.tsx';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { AccountName } from '../account-name.component.tsx';
import styles from '../auth.module.css';
import { usePasswordRules, useSetPassword } from '../credentials.queries.ts';
import { useForm } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { SubmitButton } from '../submit-button.component.tsx';
import { checkNewPassword, fieldOfPasswordError } from './new-password.rules.ts';
import { NewPasswordFields } from './new-password-fields.component.tsx';

type Field = 'oldPassword' | 'newPassword' | 'confirmation';

type UpdateByOldProps = { readonly onDone: () => void; readonly forgot: ReactNode };

export function UpdateByOld({ onDone, forgot }: UpdateByOldProps) {
  const { auth, account: texts } = useTexts();
  const { account } = useSignedIn();
  const setPassword = useSetPassword();
  const rules = usePasswordRules();
  const form = useForm<Field>({
    initialValues: { oldPassword: '', newPassword: '', confirmation: '' },
    validate: (typed) => checkNewPassword(typed, rules),
    fieldOfError: (code) => {
      const field = fieldOfPasswordError(code);
      return field === 'code' ? undefined : field;
    },
    submit: async ({ oldPassword, newPassword }, signal) => {
      await setPassword({ oldPassword, newPassword }, signal);
      onDone();
    },
  });
  return (
    <form className={styles.fields} {...form.props}>
      <FormError failure={form.failure} />
      <AccountName name={account.mobileNo ?? account.email ?? ''} />
      <PasswordField
        {...form.field('oldPassword')}
        label={texts.oldPassword}
        placeholder={texts.oldPasswordPlaceholder}
        showLabel={auth.showPassword}
        hideLabel={auth.hidePassword}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <NewPasswordFields form={form} rules={rules} oldPassword={form.values.oldPassword} />
      <SubmitButton label={texts.update} isBusy={form.isBusy} onCancel={form.cancel} />
      {forgot}
    </form>
  );
}

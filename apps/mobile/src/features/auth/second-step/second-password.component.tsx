import { displayPhone } from '@sealflow/domain/identifiers';
import { useTexts } from '../../../i18n/index.ts';
import { AccountName } from '../account-name.component.tsx';
import styles from '../auth.module.css';
import { checkFields, contactText, isCodeRequired } from '../field-checks.rules.ts';
import { useForm } from '../form.hook.ts';
import { OwnPasswordField } from '../passwords/own-password-field.component.tsx';
import { SubmitButton } from '../submit-button.component.tsx';
import { useCompleteSignIn } from './complete-sign-in.hook.ts';
import { type CodeCredentials, rememberPendingSignIn } from './pending-second-factor.store.ts';
import { SecondStepNotice } from './second-step-notice.component.tsx';

type SecondPasswordProps = { readonly credentials: CodeCredentials };

/**
 * The second factor after the code: the password. The code remains valid. If the password was set by a code to
 * the same contact, the service requires a code to the other one.
 */
export function SecondPassword({ credentials: { to, ...credentials } }: SecondPasswordProps) {
  const { auth, account } = useTexts();
  const signIn = useCompleteSignIn();
  const form = useForm<'password'>({
    initialValues: { password: '' },
    validate: (values) => checkFields(values),
    fieldOfError: (error) => (error === 'login.incorrect_username_or_password' ? 'password' : undefined),
    submit: async ({ password }, signal) => {
      try {
        await signIn({ ...to, ...credentials, password }, signal);
      } catch (error) {
        if (!isCodeRequired(error)) throw error;
        rememberPendingSignIn(error, { username: displayPhone(contactText(to)), password });
      }
    },
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.secondPasswordLead}</p>
      <SecondStepNotice failure={form.failure} />
      <AccountName name={displayPhone(contactText(to))} />
      <OwnPasswordField field={form.field('password')} />
      <SubmitButton
        label={form.isBusy ? auth.signingIn : auth.signIn}
        isBusy={form.isBusy}
        onCancel={form.cancel}
      />
    </form>
  );
}

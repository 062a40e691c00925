import { familiarPhone } from '@sealflow/domain/identifiers';
import { useTexts } from '../../i18n/index.ts';
import { AccountName } from './account-name.component.tsx';
import styles from './auth.module.css';
import { BeginAgain } from './begin-again.component.tsx';
import { addressText, checkFields, isCodeAsked } from './checks.rules.ts';
import { useForm } from './form.hook.ts';
import { keepHalfWay, type ShownCode } from './half-way.store.ts';
import { OwnPasswordField } from './own-password-field.component.tsx';
import { useSecondSignIn } from './second-sign-in.hook.ts';
import { SubmitButton } from './submit-button.component.tsx';

type SecondPasswordProps = { readonly shown: ShownCode };

/**
 * The second factor after the code: the password. The code remains valid. If the password was set by a code to
 * the same contact, the service requires a code to the other one.
 */
export function SecondPassword({ shown: { to, ...shown } }: SecondPasswordProps) {
  const { auth, account } = useTexts();
  const signIn = useSecondSignIn();
  const form = useForm<'password'>({
    start: { password: '' },
    check: (values) => checkFields(values),
    fieldOf: (error) => (error === 'login.incorrect_username_or_password' ? 'password' : undefined),
    submit: async ({ password }, signal) => {
      try {
        await signIn({ ...to, ...shown, password }, signal);
      } catch (error) {
        if (!isCodeAsked(error)) throw error;
        keepHalfWay(error, { username: familiarPhone(addressText(to)), password });
      }
    },
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.secondPasswordLead}</p>
      <BeginAgain failure={form.failure} />
      <AccountName name={familiarPhone(addressText(to))} />
      <OwnPasswordField field={form.field('password')} />
      <SubmitButton
        label={form.busy ? auth.signingIn : auth.signIn}
        busy={form.busy}
        onCancel={form.cancel}
      />
    </form>
  );
}

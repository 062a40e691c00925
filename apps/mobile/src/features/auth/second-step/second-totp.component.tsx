import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import styles from '../auth.module.css';
import { checkFields } from '../field-checks.rules.ts';
import { useForm } from '../form.hook.ts';
import { SubmitButton } from '../submit-button.component.tsx';
import { useCompleteSignIn } from './complete-sign-in.hook.ts';
import { totpCredentials } from './second-step.rules.ts';
import { SecondStepNotice } from './second-step-notice.component.tsx';

type SecondTotpProps = {
  readonly username: string;
  readonly challenge: string;
  /** Switches to a code by phone or e-mail; null where the account has neither. */
  readonly onOtherWay: (() => void) | null;
};

/** The second factor after the password: a code of the authenticator app, or a recovery code. */
export function SecondTotp({ username, challenge, onOtherWay }: SecondTotpProps) {
  const { auth, account } = useTexts();
  const signIn = useCompleteSignIn();
  const form = useForm<'code'>({
    initialValues: { code: '' },
    validate: (values) => checkFields(values),
    fieldOfError: (code) => (code === 'login.verification_code_error' ? 'code' : undefined),
    submit: ({ code }, signal) => signIn({ username, challenge, ...totpCredentials(code) }, signal),
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.secondTotpLead}</p>
      <SecondStepNotice failure={form.failure} />
      <TextField
        {...form.field('code')}
        label={account.totpCode}
        autoComplete="one-time-code"
        maxLength={40}
        enterKeyHint="go"
      />
      <SubmitButton
        label={form.isBusy ? auth.signingIn : auth.signIn}
        isBusy={form.isBusy}
        onCancel={form.cancel}
      />
      {onOtherWay === null ? null : (
        <Button variant="quiet" onClick={onOtherWay}>
          {account.codeInstead}
        </Button>
      )}
    </form>
  );
}

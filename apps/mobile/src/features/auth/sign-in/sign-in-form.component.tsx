import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { useEffect, useState } from 'react';
import { useFirstTexts } from '../../../i18n/index.ts';
import { ApiError } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSessionActions } from '../../../platform/session/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { announceTakeOver } from '../../../shell/prerendered.util.ts';
import styles from '../auth.module.css';
import { checkFields } from '../field-checks.rules.ts';
import { useForm, verbatimInput } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { OwnPasswordField } from '../passwords/own-password-field.component.tsx';
import { useOpenSecondStep } from '../second-step/open-second-step.hook.ts';
import { pendingPassword, rememberPendingSignIn } from '../second-step/pending-second-factor.store.ts';
import { useDeleteSignInDraft, useSaveSignInDraft } from '../sign-in-draft.hook.ts';
import { SignInLink } from '../sign-in-link.component.tsx';
import { SignInActions, type SignInFormProps, SignInFrame } from './sign-in-frame.component.tsx';

const fieldByErrorCode = {
  'login.incorrect_username_or_password': 'password',
  'login.account_not_found': 'username',
  'login.not_found': 'username',
} as const;
type FieldErrorCode = keyof typeof fieldByErrorCode;

/** Whether a password was set on this device. Only then the link omits its text about a first password. */
function useHasResetPassword(): boolean {
  const { preferences } = usePlatform();
  const [hasPassword] = useState(() => preferences.getSync('haveResetPwd') === 'true');
  return hasPassword;
}

export function SignInForm({ draft, notice }: SignInFormProps) {
  const { auth } = useFirstTexts();
  const { signIn } = useSessionActions();
  const saveDraft = useSaveSignInDraft();
  const deleteDraft = useDeleteSignInDraft();
  const hasReset = useHasResetPassword();
  const openSecondStep = useOpenSecondStep();
  // Restores the typed password after a return from the second step.
  const [typed] = useState(() => pendingPassword(draft.name));
  const form = useForm({
    initialValues: { username: draft.name, password: typed, agreed: draft.agreed ? 'on' : '' },
    notice,
    validate: (values) => checkFields(values),
    fieldOfError: (code) =>
      fieldByErrorCode[code as FieldErrorCode] as (typeof fieldByErrorCode)[FieldErrorCode] | undefined,
    submit: async ({ username, password }, signal) => {
      const credentials = { username: username.trim(), password };
      try {
        await signIn(credentials, signal);
      } catch (error) {
        if (!rememberPendingSignIn(error, credentials)) throw error;
        openSecondStep();
        return;
      }
      await deleteDraft();
    },
  });
  useEffect(() => announceTakeOver('hydrated'), []);
  const { username, agreed } = form.values;
  const isAgreed = agreed !== '';
  useEffect(() => saveDraft({ name: username, agreed: isAgreed }), [saveDraft, username, isAgreed]);

  const isLocked = form.failure instanceof ApiError && form.failure.code === 'login.account_locked';
  return (
    <SignInFrame>
      <form className={styles.form} {...form.props}>
        <FormError
          failure={form.failure}
          action={isLocked ? <SignInLink to={paths.resetpwd}>{auth.unlock}</SignInLink> : null}
        />
        <TextField
          {...form.field('username')}
          label={auth.username}
          placeholder={auth.usernamePlaceholder}
          autoComplete="username"
          {...verbatimInput}
        />
        <OwnPasswordField field={form.field('password')} />
        <SignInActions form={form} forgot={hasReset ? auth.forgot : auth.forgotOrFirst} />
      </form>
    </SignInFrame>
  );
}

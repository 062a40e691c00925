import { type ErrorCode, errorText, isErrorCode } from '@sealflow/domain/errors';
import { limits } from '@sealflow/domain/limits';
import { passwordBounds } from '@sealflow/domain/passwords';
import { useState } from 'react';
import { type RegisterOptions, useForm } from 'react-hook-form';
import { AppLink } from '../../app/shell/app-link.component.tsx';
import { paths } from '../../app/shell/paths.ts';
import { useFirstTexts, useLanguage } from '../../i18n/index.ts';
import { ApiError, useErrorText } from '../../platform/api/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { Button, IconButton } from '../../ui/button.component.tsx';
import { Checkbox } from '../../ui/checkbox.component.tsx';
import { EyeIcon, EyeOffIcon } from '../../ui/icons.component.tsx';
import { TextField } from '../../ui/text-field.component.tsx';
import styles from './auth.module.css';
import { Brand } from './brand.component.tsx';

interface SignInForm {
  username: string;
  password: string;
  agreed: boolean;
}

/** Codes of the error catalogue stand for the texts, so that a change of language changes them too. */
const rules: { readonly [K in keyof SignInForm]: RegisterOptions<SignInForm, K> } = {
  username: { validate: (username) => username.trim() !== '' || 'login.username_empty' },
  password: {
    required: 'login.password_required',
    minLength: { value: limits.password.loginLeast, message: 'login.password_too_short' },
  },
  agreed: { required: 'login.agreement_required' },
};

/** Server answers that are about what was typed stand at the field; all others above the form. */
const fieldOf: Partial<Record<ErrorCode, keyof SignInForm>> = {
  'login.incorrect_username_or_password': 'password',
  'login.account_not_found': 'username',
};

export function SignInFormView({ notice }: { readonly notice: ApiError | null }) {
  const { auth } = useFirstTexts();
  const language = useLanguage();
  const errorOf = useErrorText();
  const { signIn } = useSessionActions();
  const [shown, setShown] = useState(false);
  const [failure, setFailure] = useState<unknown>(notice);
  const { register, handleSubmit, setError, formState } = useForm<SignInForm>({
    defaultValues: { username: '', password: '', agreed: false },
  });

  const submit = handleSubmit(async ({ username, password }) => {
    setFailure(null);
    try {
      await signIn({ username: username.trim(), password });
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf[error.code] : undefined;
      if (error instanceof ApiError && field !== undefined)
        setError(field, { message: error.code }, { shouldFocus: true });
      else setFailure(error);
    }
  });
  const fault = (name: keyof SignInForm): string | undefined => {
    const code = formState.errors[name]?.message;
    if (code === undefined || !isErrorCode(code)) return undefined;
    return errorText(code, language === 'zh' ? 'cn' : 'en', passwordBounds('login'));
  };
  const agreementFault = fault('agreed');

  return (
    <main className={styles.screen}>
      <Brand />
      <h1 className={styles.welcome}>{auth.welcome}</h1>
      <p className={styles.soft}>{auth.lead}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure === null ? null : (
          <p className={styles.notice} role="alert">
            {errorOf(failure)}
          </p>
        )}
        <TextField
          {...register('username', rules.username)}
          label={auth.username}
          placeholder={auth.usernamePlaceholder}
          error={fault('username')}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <TextField
          {...register('password', rules.password)}
          label={auth.password}
          placeholder={auth.passwordPlaceholder}
          error={fault('password')}
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          trailing={
            <IconButton
              label={shown ? auth.hidePassword : auth.showPassword}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOffIcon /> : <EyeIcon />}
            </IconButton>
          }
        />
        <div className={styles.agreement}>
          <div className={styles.agreementRow}>
            <Checkbox
              {...register('agreed', rules.agreed)}
              aria-invalid={agreementFault !== undefined}
              aria-describedby={agreementFault === undefined ? undefined : 'agreement-fault'}
            >
              {auth.agreeTo}
            </Checkbox>
            <AppLink to={paths.licence}>{auth.licence}</AppLink>
            {auth.and}
            <AppLink to={paths.privacy}>{auth.privacy}</AppLink>
          </div>
          {agreementFault === undefined ? null : (
            <p className={styles.error} id="agreement-fault" role="alert">
              {agreementFault}
            </p>
          )}
        </div>
        <Button type="submit" look="primary" wide loading={formState.isSubmitting}>
          {formState.isSubmitting ? auth.signingIn : auth.signIn}
        </Button>
      </form>
    </main>
  );
}

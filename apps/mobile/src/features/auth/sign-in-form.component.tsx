import { useEffect, useState } from 'react';
import { paths } from '../../app/shell/paths.ts';
import { useFirstTexts } from '../../i18n/index.ts';
import { ApiError } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { TextField } from '../../ui/text-field.component.tsx';
import { AgreementField } from './agreement-field.component.tsx';
import styles from './auth.module.css';
import { checkFields } from './checks.rules.ts';
import { type EntryDraft, useForgetEntryDraft, useKeepEntryDraft } from './entry-draft.hook.ts';
import { EntryFrame } from './entry-frame.component.tsx';
import { useForm } from './form.hook.ts';
import { keepHalfWay, passwordHalfWay } from './half-way.store.ts';
import { Notice } from './notice.component.tsx';
import { OwnPasswordField } from './own-password-field.component.tsx';
import { useSecondStep } from './second-step.hook.ts';
import { SubmitButton } from './submit-button.component.tsx';
import { WayLink } from './way-link.component.tsx';

const fields = {
  'login.incorrect_username_or_password': 'password',
  'login.account_not_found': 'username',
  'login.not_found': 'username',
} as const;
type Named = keyof typeof fields;

/** Whether a password was set on this device. Only then the link omits its text about a first password. */
function useHasResetPassword(): boolean {
  const { preferences } = usePlatform();
  const [has, setHas] = useState(false);
  useEffect(() => {
    void preferences.get('haveResetPwd').then((kept) => setHas(kept === 'true'));
  }, [preferences]);
  return has;
}

type SignInFormProps = { readonly draft: EntryDraft; readonly notice: ApiError | null };

export function SignInForm({ draft, notice }: SignInFormProps) {
  const { auth } = useFirstTexts();
  const { signIn } = useSessionActions();
  const keepDraft = useKeepEntryDraft();
  const forgetDraft = useForgetEntryDraft();
  const hasReset = useHasResetPassword();
  const goOn = useSecondStep();
  // Restores the typed password after a return from the second step.
  const [typed] = useState(() => passwordHalfWay(draft.name));
  const form = useForm({
    start: { username: draft.name, password: typed, agreed: draft.agreed ? 'on' : '' },
    notice,
    check: (values) => checkFields(values),
    fieldOf: (code) => fields[code as Named] as (typeof fields)[Named] | undefined,
    submit: async ({ username, password }, signal) => {
      const shown = { username: username.trim(), password };
      try {
        await signIn(shown, signal);
      } catch (error) {
        if (!keepHalfWay(error, shown)) throw error;
        return goOn();
      }
      await forgetDraft();
    },
  });
  const { username, agreed } = form.values;
  const isAgreed = agreed !== '';
  useEffect(() => keepDraft({ name: username, agreed: isAgreed }), [keepDraft, username, isAgreed]);

  const isLocked = form.failure instanceof ApiError && form.failure.code === 'login.account_locked';
  return (
    <EntryFrame>
      <form className={styles.form} {...form.props}>
        <Notice
          failure={form.failure}
          action={isLocked ? <WayLink to={paths.resetpwd}>{auth.unlock}</WayLink> : null}
        />
        <TextField
          {...form.field('username')}
          label={auth.username}
          placeholder={auth.usernamePlaceholder}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <OwnPasswordField field={form.field('password')} />
        <AgreementField agreed={isAgreed} error={form.field('agreed').error} />
        <SubmitButton
          label={form.busy ? auth.signingIn : auth.signIn}
          busy={form.busy}
          onCancel={form.cancel}
        />
        <WayLink className={styles.aside} to={paths.resetpwd}>
          {hasReset ? auth.forgot : auth.forgotOrFirst}
        </WayLink>
      </form>
    </EntryFrame>
  );
}

import { familiarPhone } from '@sealflow/domain/identifiers';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { AccountName } from './account-name.component.tsx';
import styles from './auth.module.css';
import { addressText, codeFieldOf, isWrongCode } from './checks.rules.ts';
import { CodeField, maskAddress } from './code-field.component.tsx';
import { codeWithTicket } from './code-ticket.store.ts';
import { usePasswordRules, useSetPassword } from './credentials.queries.ts';
import { keepEntryDraft } from './entry-draft.hook.ts';
import { type Problems, useForm } from './form.hook.ts';
import { checkNewPassword, passwordFieldOf } from './new-password.rules.ts';
import { NewPasswordFields } from './new-password-fields.component.tsx';
import { Notice } from './notice.component.tsx';
import { proofIn, type ResetProof, withoutProof } from './reset-proof.rules.ts';
import { SubmitButton } from './submit-button.component.tsx';

/** /setpwd: sets a new password after a code has proven the account's ownership. */
export default function SetPasswordScreen() {
  const { account } = useTexts();
  const { state } = useLocation();
  const proof = proofIn(state);
  if (proof === null) return <Navigate to={paths.resetpwd} replace state={state as unknown} />;
  return (
    <Screen title={account.setTitle} plain>
      <SetPasswordForm proof={proof} />
    </Screen>
  );
}

type Field = 'code' | 'newPassword' | 'confirmation';

function SetPasswordForm({ proof: { to, code: shown } }: { readonly proof: ResetProof }) {
  const { account } = useTexts();
  const { preferences } = usePlatform();
  const navigate = useNavigate();
  const { state } = useLocation();
  const setPassword = useSetPassword();
  const rules = usePasswordRules();
  // A rejected code is typed again on this page, so that the new password is not lost.
  const [isWrong, setWrong] = useState(false);
  const form = useForm<Field>({
    start: { code: shown, newPassword: '', confirmation: '' },
    check: ({ code, ...typed }): Problems<Field> => ({
      ...(isWrong && code.trim() === '' ? { code: { code: 'login.code_required' } } : {}),
      ...checkNewPassword({ ...typed, oldPassword: null }, rules),
    }),
    fieldOf: (code) => {
      const field = passwordFieldOf(code) ?? codeFieldOf(code);
      return field === 'code' || field === 'newPassword' ? field : undefined;
    },
    submit: async ({ code, newPassword }, signal) => {
      try {
        const typed = isWrong ? code : shown;
        const proof = await codeWithTicket(preferences, { purpose: 'reset', to, code: typed });
        await setPassword({ ...to, ...proof, newPassword }, signal);
      } catch (error) {
        setWrong((before) => before || isWrongCode(error));
        throw error;
      }
      await keepEntryDraft(preferences, { name: familiarPhone(addressText(to)), agreed: false });
      await navigate(paths.pwdlogin, { replace: true, state: withoutProof(state) });
      showSnackbar({ color: 'success', text: account.passwordSet });
    },
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.setLead(maskAddress(to))}</p>
      <Notice failure={form.failure} />
      <AccountName name={addressText(to)} />
      {isWrong ? (
        <CodeField
          field={form.field('code')}
          purpose="reset"
          to={to}
          onNoAddress={() => undefined}
          onSent={() => form.goOnAt('code')}
          onRefused={form.refuse}
        />
      ) : null}
      <NewPasswordFields form={form} rules={rules} />
      <SubmitButton label={account.setPassword} busy={form.busy} onCancel={form.cancel} />
    </form>
  );
}

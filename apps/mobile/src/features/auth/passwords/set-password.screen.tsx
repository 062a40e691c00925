import { displayPhone } from '@sealflow/domain/identifiers';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { Navigate, useLocation, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { AccountName } from '../account-name.component.tsx';
import styles from '../auth.module.css';
import { CodeField, maskContact } from '../codes/code-field.component.tsx';
import { codeWithTicket } from '../codes/code-ticket.store.ts';
import { usePasswordRules, useSetPassword } from '../credentials.queries.ts';
import { contactText, fieldOfCodeError, isWrongCode } from '../field-checks.rules.ts';
import { type FormProblems, useForm } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { saveSignInDraft } from '../sign-in-draft.hook.ts';
import { SubmitButton } from '../submit-button.component.tsx';
import { checkNewPassword, fieldOfPasswordError } from './new-password.rules.ts';
import { NewPasswordFields } from './new-password-fields.component.tsx';
import { type ResetProof, readResetProof, withoutResetProof } from './reset-proof.rules.ts';

/** /setpwd: sets a new password after a code has proven the account's ownership. */
export default function SetPasswordScreen() {
  const { account } = useTexts();
  const { state } = useLocation();
  const proof = readResetProof(state);
  if (proof === null) return <Navigate to={paths.resetpwd} replace state={state} />;
  return (
    <Screen title={account.setTitle} plain>
      <SetPasswordForm proof={proof} />
    </Screen>
  );
}

type Field = 'code' | 'newPassword' | 'confirmation';

function SetPasswordForm({ proof: { to, code: proofCode } }: { readonly proof: ResetProof }) {
  const { account } = useTexts();
  const { preferences } = usePlatform();
  const navigate = useNavigate();
  const { state } = useLocation();
  const setPassword = useSetPassword();
  const rules = usePasswordRules();
  // A rejected code is typed again on this page, so that the new password is not lost.
  const [isWrong, setWrong] = useState(false);
  const form = useForm<Field>({
    initialValues: { code: proofCode, newPassword: '', confirmation: '' },
    validate: ({ code, ...typed }): FormProblems<Field> => ({
      ...(isWrong && code.trim() === '' ? { code: { code: 'login.code_required' } } : {}),
      ...checkNewPassword({ ...typed, oldPassword: null }, rules),
    }),
    fieldOfError: (code) => {
      const field = fieldOfPasswordError(code) ?? fieldOfCodeError(code);
      return field === 'code' || field === 'newPassword' ? field : undefined;
    },
    submit: async ({ code, newPassword }, signal) => {
      try {
        const typed = isWrong ? code : proofCode;
        const proof = await codeWithTicket(preferences, { purpose: 'reset', to, code: typed });
        await setPassword({ ...to, ...proof, newPassword }, signal);
      } catch (error) {
        setWrong((before) => before || isWrongCode(error));
        throw error;
      }
      await saveSignInDraft(preferences, { name: displayPhone(contactText(to)), agreed: false });
      navigate(paths.pwdlogin, { replace: true, state: withoutResetProof(state) });
      showSnackbar({ color: 'success', text: account.passwordSet });
    },
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.setLead(maskContact(to))}</p>
      <FormError failure={form.failure} />
      <AccountName name={contactText(to)} />
      {isWrong ? (
        <CodeField
          field={form.field('code')}
          purpose="reset"
          to={to}
          onMissingContact={() => undefined}
          onSent={() => form.resumeAt('code')}
          onError={form.showError}
        />
      ) : null}
      <NewPasswordFields form={form} rules={rules} />
      <SubmitButton label={account.setPassword} isBusy={form.isBusy} onCancel={form.cancel} />
    </form>
  );
}

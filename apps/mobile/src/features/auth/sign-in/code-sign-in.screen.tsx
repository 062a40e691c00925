import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSessionActions, useSessionStore } from '../../../platform/session/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import styles from '../auth.module.css';
import { CodeField } from '../codes/code-field.component.tsx';
import { codeWithTicket } from '../codes/code-ticket.store.ts';
import { checkFields, fieldOfCodeError, parseContact } from '../field-checks.rules.ts';
import { useForm, verbatimInput } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { useOpenSecondStep } from '../second-step/open-second-step.hook.ts';
import { pendingCode, rememberPendingSignIn } from '../second-step/pending-second-factor.store.ts';
import { useDeleteSignInDraft, useSaveSignInDraft } from '../sign-in-draft.hook.ts';
import { SignInActions, type SignInFormProps, SignInFrame, SignInSteps } from './sign-in-frame.component.tsx';

type Field = 'address' | 'code' | 'agreed';

/** /reglogin: signs in by the registered phone or e-mail and a code, then selects the organisation. */
export default function CodeSignInScreen() {
  return <SignInSteps Form={CodeSignInForm} />;
}

function CodeSignInForm({ draft, notice }: SignInFormProps) {
  const { auth, account } = useTexts();
  const { signIn } = useSessionActions();
  const { preferences } = usePlatform();
  const navigate = useNavigate();
  const { state } = useLocation();
  const saveDraft = useSaveSignInDraft();
  const deleteDraft = useDeleteSignInDraft();
  const openSecondStep = useOpenSecondStep();
  // Restores the typed code after a return from the second step.
  const [typed] = useState(() => pendingCode(parseContact(draft.name, 'any')));
  const form = useForm<Field>({
    initialValues: { address: draft.name, code: typed, agreed: draft.agreed ? 'on' : '' },
    notice,
    validate: (values) => checkFields(values),
    fieldOfError: fieldOfCodeError,
    submit: async ({ address: typed, code }, signal) => {
      const to = parseContact(typed, 'any');
      if (to === null) return;
      const credentials = { to, ...(await codeWithTicket(preferences, { purpose: 'login', to, code })) };
      try {
        const { to: _, ...withTicket } = credentials;
        await signIn({ ...to, ...withTicket }, signal);
      } catch (error) {
        if (!rememberPendingSignIn(error, credentials)) throw error;
        openSecondStep();
        return;
      }
      await deleteDraft();
      // If the session rejected the sign-in, for example because of an unknown role, the password page follows
      // (section 6).
      const { session } = useSessionStore.getState();
      if (session.phase === 'signedOut') navigate(paths.pwdlogin, { replace: true, state });
    },
  });
  const { address, agreed } = form.values;
  const isAgreed = agreed !== '';
  useEffect(() => saveDraft({ name: address, agreed: isAgreed }), [saveDraft, address, isAgreed]);

  return (
    <SignInFrame>
      <form className={styles.form} {...form.props}>
        <FormError failure={form.failure} />
        <TextField
          {...form.field('address')}
          label={account.address}
          placeholder={account.addressPlaceholder}
          inputMode="email"
          autoComplete="username"
          {...verbatimInput}
        />
        <CodeField
          field={form.field('code')}
          purpose="login"
          to={parseContact(address, 'any')}
          onMissingContact={() => form.showProblems(checkFields({ address }))}
          onSent={() => form.resumeAt('code')}
          onError={form.showError}
        />
        <SignInActions form={form} forgot={auth.forgot} />
      </form>
    </SignInFrame>
  );
}

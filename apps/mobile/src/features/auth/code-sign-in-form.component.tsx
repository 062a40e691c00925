import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../app/shell/paths.ts';
import { useTexts } from '../../i18n/index.ts';
import type { ApiError } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSessionActions, useSessionStore } from '../../platform/session/index.ts';
import { TextField } from '../../ui/text-field.component.tsx';
import { AgreementField } from './agreement-field.component.tsx';
import styles from './auth.module.css';
import { checkFields, codeFieldOf, readAddress } from './checks.rules.ts';
import { CodeField } from './code-field.component.tsx';
import { codeWithTicket } from './code-ticket.store.ts';
import { type EntryDraft, useForgetEntryDraft, useKeepEntryDraft } from './entry-draft.hook.ts';
import { EntryFrame } from './entry-frame.component.tsx';
import { useForm } from './form.hook.ts';
import { codeHalfWay, keepHalfWay } from './half-way.store.ts';
import { Notice } from './notice.component.tsx';
import { useSecondStep } from './second-step.hook.ts';
import { SubmitButton } from './submit-button.component.tsx';
import { WayLink } from './way-link.component.tsx';

type Field = 'address' | 'code' | 'agreed';

type CodeSignInFormProps = { readonly draft: EntryDraft; readonly notice: ApiError | null };

export function CodeSignInForm({ draft, notice }: CodeSignInFormProps) {
  const { auth, account } = useTexts();
  const { signIn } = useSessionActions();
  const { preferences } = usePlatform();
  const navigate = useNavigate();
  const { state } = useLocation();
  const keepDraft = useKeepEntryDraft();
  const forgetDraft = useForgetEntryDraft();
  const goOn = useSecondStep();
  // Restores the typed code after a return from the second step.
  const [typed] = useState(() => codeHalfWay(readAddress(draft.name, 'any')));
  const form = useForm<Field>({
    start: { address: draft.name, code: typed, agreed: draft.agreed ? 'on' : '' },
    notice,
    check: (values) => checkFields(values),
    fieldOf: codeFieldOf,
    submit: async ({ address: typed, code }, signal) => {
      const to = readAddress(typed, 'any');
      if (to === null) return;
      const shown = { to, ...(await codeWithTicket(preferences, { purpose: 'login', to, code })) };
      try {
        const { to: _, ...withTicket } = shown;
        await signIn({ ...to, ...withTicket }, signal);
      } catch (error) {
        if (!keepHalfWay(error, shown)) throw error;
        return goOn();
      }
      await forgetDraft();
      // If the session rejected the sign-in, for example because of an unknown role, the password page follows
      // (section 6).
      const { session } = useSessionStore.getState();
      if (session.phase === 'signedOut')
        await navigate(paths.pwdlogin, { replace: true, state: state as unknown });
    },
  });
  const { address, agreed } = form.values;
  const isAgreed = agreed !== '';
  useEffect(() => keepDraft({ name: address, agreed: isAgreed }), [keepDraft, address, isAgreed]);

  return (
    <EntryFrame>
      <form className={styles.form} {...form.props}>
        <Notice failure={form.failure} />
        <TextField
          {...form.field('address')}
          label={account.address}
          placeholder={account.addressPlaceholder}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
        />
        <CodeField
          field={form.field('code')}
          purpose="login"
          to={readAddress(address, 'any')}
          onNoAddress={() => form.show(checkFields({ address }))}
          onSent={() => form.goOnAt('code')}
          onRefused={form.refuse}
        />
        <AgreementField agreed={isAgreed} error={form.field('agreed').error} />
        <SubmitButton
          label={form.busy ? auth.signingIn : auth.signIn}
          busy={form.busy}
          onCancel={form.cancel}
        />
        <WayLink className={styles.aside} to={paths.resetpwd}>
          {auth.forgot}
        </WayLink>
      </form>
    </EntryFrame>
  );
}

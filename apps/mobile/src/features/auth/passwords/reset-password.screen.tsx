import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { TabList } from '@sealflow/ui/navigation/tab-list.component.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useSessionStore } from '../../../platform/session/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useLocation, useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../auth.module.css';
import { CodeField } from '../codes/code-field.component.tsx';
import { checkFields, fieldOfCodeError, parseContact } from '../field-checks.rules.ts';
import { useForm, verbatimInput } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { useSaveSignInDraft, useSignInDraft } from '../sign-in-draft.hook.ts';
import type { SignInDraft } from '../sign-in-draft.rules.ts';
import { readResetProof, withResetProof } from './reset-proof.rules.ts';

type Kind = 'phone' | 'email';

/** /resetpwd: resets a forgotten password or sets the first one, by a code to the account's phone or e-mail. */
export default function ResetPasswordScreen() {
  const { account } = useTexts();
  const draft = useSignInDraft();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const kind = chosen ?? (parseContact(draft.name, 'email') === null ? 'phone' : 'email');
  return (
    <Screen title={account.resetTitle} plain>
      <div className={styles.page}>
        <p className={styles.soft}>{account.resetLead}</p>
        <TabList
          label={account.resetWays}
          tabs={[
            { id: 'phone', label: account.phone },
            { id: 'email', label: account.email },
          ]}
          current={kind}
          onSelect={setChosen}
          panelId="reset-form"
        />
        <div id="reset-form" role="tabpanel" aria-label={account[kind]}>
          <ResetForm key={kind} kind={kind} draft={draft} />
        </div>
      </div>
    </Screen>
  );
}

const inputs = {
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
} as const;

function ResetForm({ kind, draft }: { readonly kind: Kind; readonly draft: SignInDraft }) {
  const { account } = useTexts();
  const navigate = useNavigate();
  const { state } = useLocation();
  const saveDraft = useSaveSignInDraft();
  const isSignedOut = useSessionStore(({ session }) => session.phase === 'signedOut');
  const isOfKind = parseContact(draft.name, kind) !== null;
  const form = useForm({
    initialValues: {
      address: isOfKind ? draft.name : '',
      code: isOfKind ? (readResetProof(state)?.code ?? '') : '',
    },
    validate: (values) => checkFields(values, kind),
    fieldOfError: fieldOfCodeError,
    submit: async ({ address: typed, code }) => {
      const to = parseContact(typed, kind);
      if (to === null) return;
      const next = withResetProof(state, { to, code: code.trim() });
      // Stored in the current entry too, so that back restores the typed values.
      navigate(paths.resetpwd, { replace: true, state: next });
      navigate(paths.setpwd, { state: next });
    },
  });
  const { address } = form.values;
  const { agreed } = draft;
  useEffect(() => {
    if (address !== '' && isSignedOut) saveDraft({ name: address, agreed });
  }, [saveDraft, address, agreed, isSignedOut]);

  return (
    <form className={styles.fields} {...form.props}>
      <FormError failure={form.failure} />
      <TextField
        {...form.field('address')}
        {...inputs[kind]}
        label={account[kind]}
        placeholder={kind === 'phone' ? account.phonePlaceholder : account.emailPlaceholder}
        {...verbatimInput}
      />
      <CodeField
        field={form.field('code')}
        purpose="reset"
        to={parseContact(address, kind)}
        onMissingContact={() => form.showProblems(checkFields({ address }, kind))}
        onSent={() => form.resumeAt('code')}
        onError={form.showError}
      />
      <Button type="submit" variant="primary" wide>
        {account.next}
      </Button>
    </form>
  );
}

import type { ErrorCode } from '@sealflow/domain/errors';
import { maskPhone } from '@sealflow/domain/identifiers';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ApiError } from '../../../platform/api/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useGoBack } from '../../../shell/navigation/back.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from '../auth.module.css';
import { CodeField } from '../codes/code-field.component.tsx';
import { codeWithTicket } from '../codes/code-ticket.store.ts';
import { useChangePhone } from '../credentials.queries.ts';
import { checkFields, contactText, fieldOfCodeError, parseContact } from '../field-checks.rules.ts';
import { type FormProblems, useForm } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { OwnPasswordField } from '../passwords/own-password-field.component.tsx';
import { SubmitButton } from '../submit-button.component.tsx';

/** /myinfo?view=phone: changes the phone number, verified by a code to the new number. */
export default function ChangePhoneScreen() {
  const { account: texts } = useTexts();
  const { preferences } = usePlatform();
  const { account } = useSignedIn();
  const key = `draft:${account.aid}:phone` as const;
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    void preferences.get(key).then((stored) => setDraft(stored ?? ''));
  }, [preferences, key]);
  return (
    <Screen title={texts.changePhone} plain>
      <div className={styles.page}>
        <dl className={styles.fact}>
          <dt>{texts.currentPhone}</dt>
          <dd>{account.mobileNo === null ? texts.noPhone : maskPhone(account.mobileNo)}</dd>
        </dl>
        <p className={styles.soft}>{texts.phoneLead}</p>
        {draft === null ? null : <ChangePhoneForm draftKey={key} draft={draft} />}
      </div>
    </Screen>
  );
}

type ChangePhoneFormProps = { readonly draftKey: `draft:${string}`; readonly draft: string };
type Field = 'address' | 'code' | 'password';

/** Errors that are shown at the password field, if there is one. */
const passwordErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login.second_factor_required',
  'login.incorrect_username_or_password',
]);

const isPasswordDemanded = (error: unknown) =>
  error instanceof ApiError && error.code === 'login.second_factor_required';

function ChangePhoneForm({ draftKey, draft }: ChangePhoneFormProps) {
  const { account: texts } = useTexts();
  const { preferences } = usePlatform();
  const { account } = useSignedIn();
  const goBack = useGoBack();
  const changePhone = useChangePhone();
  const current = account.mobileNo === null ? null : parseContact(account.mobileNo, 'phone');
  const parse = (typed: string) => parseContact(typed, 'phone');
  const checkAddress = (typed: string): FormProblems<Field> => {
    const to = parse(typed);
    const isSame = to !== null && current !== null && contactText(to) === contactText(current);
    return isSame
      ? { address: { code: 'login.phone_unchanged' } }
      : checkFields<'address'>({ address: typed }, 'phone');
  };
  // Only the service knows whether the organisation requires both factors.
  const [isPasswordRequired, setPasswordRequired] = useState(false);
  const form = useForm<Field>({
    initialValues: { address: draft, code: '', password: '' },
    validate: ({ address, code, password }) => ({
      ...checkFields<'code'>({ code }),
      ...checkAddress(address),
      ...(isPasswordRequired ? checkFields<'password'>({ password }) : {}),
    }),
    fieldOfError: (code) => (passwordErrorCodes.has(code) ? 'password' : fieldOfCodeError(code)),
    submit: async ({ address: typed, code, password }, signal) => {
      const to = parse(typed);
      if (to === null || !('mobileNo' in to)) return;
      const passwordProof = isPasswordRequired ? { password } : {};
      try {
        const proof = await codeWithTicket(preferences, { purpose: 'update', to, code });
        await changePhone({ mobileNo: to.mobileNo, ...proof, ...passwordProof }, signal);
      } catch (error) {
        if (isPasswordDemanded(error)) setPasswordRequired(true);
        throw error;
      }
      await preferences.remove(draftKey);
      goBack();
      showSnackbar({ color: 'success', text: texts.phoneChanged(maskPhone(to.mobileNo)) });
    },
  });
  const { address } = form.values;
  useEffect(() => {
    if (address !== draft) void preferences.set(draftKey, address);
  }, [preferences, draftKey, address, draft]);
  const faults = checkAddress(address);
  return (
    <form className={styles.fields} {...form.props}>
      <FormError failure={form.failure} />
      <TextField
        {...form.field('address')}
        label={texts.newPhone}
        placeholder={texts.newPhonePlaceholder}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
      <CodeField
        field={form.field('code')}
        purpose="update"
        to={Object.keys(faults).length > 0 ? null : parse(address)}
        onMissingContact={() => form.showProblems(faults)}
        onSent={() => form.resumeAt('code')}
        onError={form.showError}
      />
      {isPasswordRequired ? (
        <OwnPasswordField field={form.field('password')} hint={texts.phonePassword} />
      ) : null}
      <SubmitButton label={texts.changePhone} isBusy={form.isBusy} onCancel={form.cancel} />
    </form>
  );
}

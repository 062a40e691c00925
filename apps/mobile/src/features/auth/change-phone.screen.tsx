import type { ErrorCode } from '@sealflow/domain/errors';
import { maskPhone } from '@sealflow/domain/identifiers';
import { useEffect, useState } from 'react';
import { useGoBack } from '../../app/shell/back.hook.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { ApiError } from '../../platform/api/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { TextField } from '../../ui/text-field.component.tsx';
import styles from './auth.module.css';
import { addressText, checkFields, codeFieldOf, readAddress } from './checks.rules.ts';
import { CodeField } from './code-field.component.tsx';
import { codeWithTicket } from './code-ticket.store.ts';
import { useChangePhone } from './credentials.queries.ts';
import { type Problems, useForm } from './form.hook.ts';
import { Notice } from './notice.component.tsx';
import { OwnPasswordField } from './own-password-field.component.tsx';
import { SubmitButton } from './submit-button.component.tsx';

/** /myinfo?view=phone: changes the phone number, verified by a code to the new number. */
export default function ChangePhoneScreen() {
  const { account: texts } = useTexts();
  const { preferences } = usePlatform();
  const { account } = useSignedIn();
  const key = `draft:${account.aid}:phone` as const;
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    void preferences.get(key).then((kept) => setDraft(kept ?? ''));
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
const passwordFaults: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login.second_factor_required',
  'login.incorrect_username_or_password',
]);

const isSecondAsked = (error: unknown) =>
  error instanceof ApiError && error.code === 'login.second_factor_required';

function ChangePhoneForm({ draftKey, draft }: ChangePhoneFormProps) {
  const { account: texts } = useTexts();
  const { preferences } = usePlatform();
  const { account } = useSignedIn();
  const goBack = useGoBack();
  const changePhone = useChangePhone();
  const current = account.mobileNo === null ? null : readAddress(account.mobileNo, 'phone');
  const read = (typed: string) => readAddress(typed, 'phone');
  const checkAddress = (typed: string): Problems<Field> => {
    const to = read(typed);
    const isSame = to !== null && current !== null && addressText(to) === addressText(current);
    return isSame
      ? { address: { code: 'login.phone_unchanged' } }
      : checkFields<'address'>({ address: typed }, 'phone');
  };
  // Only the service knows whether the organisation requires both factors.
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const form = useForm<Field>({
    start: { address: draft, code: '', password: '' },
    check: ({ address, code, password }) => ({
      ...checkFields<'code'>({ code }),
      ...checkAddress(address),
      ...(isPasswordAsked ? checkFields<'password'>({ password }) : {}),
    }),
    fieldOf: (code) => (passwordFaults.has(code) ? 'password' : codeFieldOf(code)),
    submit: async ({ address: typed, code, password }, signal) => {
      const to = read(typed);
      if (to === null || !('mobileNo' in to)) return;
      const shown = isPasswordAsked ? { password } : {};
      try {
        const proof = await codeWithTicket(preferences, { purpose: 'update', to, code });
        await changePhone({ mobileNo: to.mobileNo, ...proof, ...shown }, signal);
      } catch (error) {
        if (isSecondAsked(error)) setPasswordAsked(true);
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
      <Notice failure={form.failure} />
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
        to={Object.keys(faults).length > 0 ? null : read(address)}
        onNoAddress={() => form.show(faults)}
        onSent={() => form.goOnAt('code')}
        onRefused={form.refuse}
      />
      {isPasswordAsked ? (
        <OwnPasswordField field={form.field('password')} hint={texts.phonePassword} />
      ) : null}
      <SubmitButton label={texts.changePhone} busy={form.busy} onCancel={form.cancel} />
    </form>
  );
}

import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import { AccountName } from '../account-name.component.tsx';
import styles from '../auth.module.css';
import { CodeField, maskContact } from '../codes/code-field.component.tsx';
import { codeWithTicket } from '../codes/code-ticket.store.ts';
import { usePasswordRules, useSetPassword } from '../credentials.queries.ts';
import { type Contact, checkFields, contactText, fieldOfCodeError } from '../field-checks.rules.ts';
import { useForm } from '../form.hook.ts';
import { FormError } from '../form-error.component.tsx';
import { SubmitButton } from '../submit-button.component.tsx';
import { checkNewPassword, fieldOfPasswordError } from './new-password.rules.ts';
import { NewPasswordFields } from './new-password-fields.component.tsx';

type Field = 'code' | 'newPassword' | 'confirmation';

type UpdateByCodeProps = { readonly addresses: readonly Contact[]; readonly onDone: () => void };

export function UpdateByCode({ addresses, onDone }: UpdateByCodeProps) {
  const { account } = useTexts();
  const setPassword = useSetPassword();
  const { preferences } = usePlatform();
  const rules = usePasswordRules();
  const [chosen, setChosen] = useState(0);
  const to = addresses[chosen] ?? null;
  const form = useForm<Field>({
    initialValues: { code: '', newPassword: '', confirmation: '' },
    validate: ({ code, ...typed }) => ({
      ...checkFields({ code }),
      ...checkNewPassword({ ...typed, oldPassword: null }, rules),
    }),
    fieldOfError: (code) => {
      const field = fieldOfPasswordError(code) ?? fieldOfCodeError(code);
      return field === 'code' || field === 'newPassword' ? field : undefined;
    },
    submit: async ({ code, newPassword }, signal) => {
      if (to === null) return;
      const proof = await codeWithTicket(preferences, { purpose: 'update', to, code });
      await setPassword({ ...proof, newPassword }, signal);
      onDone();
    },
  });
  return (
    <form className={styles.fields} {...form.props}>
      <FormError failure={form.failure} />
      <AccountName name={to === null ? '' : contactText(to)} />
      {addresses.length > 1 ? (
        <RadioList
          label={account.sendTo}
          options={addresses.map((address, index) => ({ id: String(index), label: maskContact(address) }))}
          value={String(chosen)}
          onChange={(id) => setChosen(Number(id))}
        />
      ) : (
        <p>
          {account.sendTo} {to === null ? '' : maskContact(to)}
        </p>
      )}
      <CodeField
        field={form.field('code')}
        purpose="update"
        to={to}
        onMissingContact={() => undefined}
        onSent={() => form.resumeAt('code')}
        onError={form.showError}
      />
      <NewPasswordFields form={form} rules={rules} />
      <SubmitButton label={account.update} isBusy={form.isBusy} onCancel={form.cancel} />
    </form>
  );
}

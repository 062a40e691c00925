import { limits } from '@sealflow/domain/limits';
import { RadioList } from '@sealflow/ui/inputs/radio-list.component.tsx';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import styles from '../auth.module.css';
import { CodeField } from '../codes/code-field.component.tsx';
import { codeWithTicket } from '../codes/code-ticket.store.ts';
import {
  checkFields,
  fieldOfCodeError,
  isWrongCode,
  type SecondFactorTarget,
} from '../field-checks.rules.ts';
import { useForm } from '../form.hook.ts';
import { SubmitButton } from '../submit-button.component.tsx';
import { useCompleteSignIn } from './complete-sign-in.hook.ts';
import { SecondStepNotice } from './second-step-notice.component.tsx';

type SecondCodeProps = { readonly username: string; readonly targets: readonly SecondFactorTarget[] };

/**
 * The second factor after the password: a code to the account's phone or e-mail, of which the app knows the
 * masked form only.
 */
export function SecondCode({ username, targets }: SecondCodeProps) {
  const { auth, account } = useTexts();
  const { preferences } = usePlatform();
  const signIn = useCompleteSignIn();
  const [chosen, setChosen] = useState(0);
  const [wrongAttempts, setWrongAttempts] = useState(0);
  const to = targets[chosen] ?? null;
  const form = useForm<'code'>({
    initialValues: { code: '' },
    validate: (values) => checkFields(values),
    fieldOfError: (code) => (fieldOfCodeError(code) === 'code' ? 'code' : undefined),
    submit: async ({ code }, signal) => {
      if (to === null) return;
      try {
        const proof = await codeWithTicket(preferences, { purpose: 'login', to, code });
        await signIn({ username, challenge: to.challenge, ...proof }, signal);
      } catch (error) {
        if (isWrongCode(error)) setWrongAttempts(wrongAttempts + 1);
        throw error;
      }
    },
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.secondCodeLead}</p>
      <SecondStepNotice failure={form.failure} />
      {targets.length > 1 ? (
        <RadioList
          label={account.sendTo}
          options={targets.map(({ masked }, index) => ({ id: String(index), label: masked }))}
          value={String(chosen)}
          onChange={(id) => setChosen(Number(id))}
        />
      ) : (
        <p>
          {account.sendTo} {to?.masked}
        </p>
      )}
      {wrongAttempts < limits.maxCodeAttempts ? null : (
        <p className={styles.notice} role="alert">
          {account.codeUsedUp}
        </p>
      )}
      <CodeField
        field={form.field('code')}
        purpose="login"
        to={to}
        onMissingContact={() => undefined}
        onSent={() => {
          setWrongAttempts(0);
          form.resumeAt('code');
        }}
        onError={form.showError}
      />
      <SubmitButton
        label={form.isBusy ? auth.signingIn : auth.signIn}
        isBusy={form.isBusy}
        onCancel={form.cancel}
      />
    </form>
  );
}

import { limits } from '@sealflow/domain/limits';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { usePlatform } from '../../platform/index.ts';
import { RadioList } from '../../ui/radio-list.component.tsx';
import styles from './auth.module.css';
import { BeginAgain } from './begin-again.component.tsx';
import { checkFields, codeFieldOf, isWrongCode, type SecondTarget } from './checks.rules.ts';
import { CodeField } from './code-field.component.tsx';
import { codeWithTicket } from './code-ticket.store.ts';
import { useForm } from './form.hook.ts';
import { useSecondSignIn } from './second-sign-in.hook.ts';
import { SubmitButton } from './submit-button.component.tsx';

type SecondCodeProps = { readonly username: string; readonly targets: readonly SecondTarget[] };

/**
 * The second factor after the password: a code to the account's phone or e-mail, of which the app knows the
 * masked form only.
 */
export function SecondCode({ username, targets }: SecondCodeProps) {
  const { auth, account } = useTexts();
  const { preferences } = usePlatform();
  const signIn = useSecondSignIn();
  const [chosen, setChosen] = useState(0);
  const [wrongOnes, setWrongOnes] = useState(0);
  const to = targets[chosen] ?? null;
  const form = useForm<'code'>({
    start: { code: '' },
    check: (values) => checkFields(values),
    fieldOf: (code) => (codeFieldOf(code) === 'code' ? 'code' : undefined),
    submit: async ({ code }, signal) => {
      if (to === null) return;
      try {
        const shown = await codeWithTicket(preferences, { purpose: 'login', to, code });
        await signIn({ username, challenge: to.challenge, ...shown }, signal);
      } catch (error) {
        if (isWrongCode(error)) setWrongOnes(wrongOnes + 1);
        throw error;
      }
    },
  });
  return (
    <form className={styles.page} {...form.props}>
      <p className={styles.soft}>{account.secondCodeLead}</p>
      <BeginAgain failure={form.failure} />
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
      {wrongOnes < limits.codeTries ? null : (
        <p className={styles.notice} role="alert">
          {account.codeUsedUp}
        </p>
      )}
      <CodeField
        field={form.field('code')}
        purpose="login"
        to={to}
        onNoAddress={() => undefined}
        onSent={() => {
          setWrongOnes(0);
          form.goOnAt('code');
        }}
        onRefused={form.refuse}
      />
      <SubmitButton
        label={form.busy ? auth.signingIn : auth.signIn}
        busy={form.busy}
        onCancel={form.cancel}
      />
    </form>
  );
}

import type { PasswordRules } from '@sealflow/domain/passwords';
import { classNames } from '@sealflow/ui/class-names.util.ts';
import { CheckIcon } from '@sealflow/ui/icons.component.tsx';
import { PasswordField } from '@sealflow/ui/inputs/password-field.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import type { FieldProps, FormValues } from '../form.hook.ts';
import styles from './new-password.module.css';
import { passwordRuleStates } from './new-password.rules.ts';

type Field = 'newPassword' | 'confirmation';

type NewPasswordFieldsProps = {
  readonly form: {
    readonly field: (name: Field) => FieldProps;
    readonly values: FormValues<Field>;
  };
  readonly rules: PasswordRules;
  /** The current password, if the form has it. */
  readonly oldPassword?: string | null;
};

/** A new password and its confirmation, with a live list of the rules it satisfies. */
export function NewPasswordFields({ form, rules, oldPassword = null }: NewPasswordFieldsProps) {
  const { auth, account } = useTexts();
  const { newPassword, confirmation } = form.values;
  const common = { showLabel: auth.showPassword, hideLabel: auth.hidePassword, autoComplete: 'new-password' };
  const isMismatch = confirmation !== '' && !newPassword.startsWith(confirmation);
  const texts = {
    length: account.ruleLength(rules.least, rules.most),
    kinds: account.ruleKinds,
    differs: account.ruleDiffers,
    same: isMismatch ? account.mismatch : account.ruleSame,
  };
  return (
    <>
      <PasswordField
        {...common}
        {...form.field('newPassword')}
        label={account.newPassword}
        placeholder={account.newPasswordPlaceholder}
        enterKeyHint="next"
      />
      <PasswordField
        {...common}
        {...form.field('confirmation')}
        label={account.confirmation}
        placeholder={account.confirmationPlaceholder}
        enterKeyHint="go"
      />
      <ul className={styles.rules} aria-label={account.rules}>
        {passwordRuleStates({ newPassword, confirmation, oldPassword }, rules).map(({ name, isMet }) => (
          <li key={name} className={classNames(styles.rule, isMet && styles.met)}>
            <span className={styles.mark}>{isMet ? <CheckIcon size={16} /> : null}</span>
            <span>
              {texts[name]}
              <span className={styles.spoken}>{`（${isMet ? account.met : account.notMet}）`}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{account.strengthHint}</p>
    </>
  );
}

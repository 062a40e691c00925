import { useTexts } from '../i18n/index.ts';
import { Button } from './button.component.tsx';
import styles from './code-field.module.css';
import { TextInput } from './fields.component.tsx';

type CodeFieldProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Seconds until another code can be requested. */
  readonly waitSeconds: number;
  readonly isSendDisabled?: boolean;
  readonly onSend: () => void;
};

/** The field for a verification code with the button that sends one. */
export function CodeField({ value, onChange, waitSeconds, isSendDisabled = false, onSend }: CodeFieldProps) {
  const texts = useTexts().signIn;
  return (
    <div className={styles.codeRow}>
      <TextInput
        label={texts.code}
        value={value}
        onChange={onChange}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button isDisabled={isSendDisabled || waitSeconds > 0} onPress={onSend}>
        {waitSeconds > 0 ? texts.sendAgain(waitSeconds) : texts.sendCode}
      </Button>
    </div>
  );
}

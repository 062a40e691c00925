import { QrCode } from '@sealflow/ui/status/qr-code.component.tsx';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { Button } from './button.component.tsx';
import { Checkbox, TextInput } from './fields.component.tsx';
import { Notice } from './notice.component.tsx';
import { OneTimeSecret } from './one-time-secret.component.tsx';
import { saveText } from './save-csv.util.ts';
import { useSubmit } from './submit.hook.ts';
import styles from './totp.module.css';

type CodeFormProps = {
  readonly submitLabel: string;
  /** What precedes the field of the code. */
  readonly children: ReactNode;
  /** Buttons before the one that submits. */
  readonly actions?: ReactNode;
  /** The form stays open with the reason if it fails. */
  readonly onSubmit: (code: string) => Promise<void>;
};

/** Asks for a code of the authenticator app. */
export function CodeForm({ submitLabel, children, actions, onSubmit }: CodeFormProps) {
  const texts = useTexts().setup.totp;
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const { isPending, error, submit } = useSubmit();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') void submit(() => onSubmit(code.trim()));
      }}
    >
      {children}
      <TextInput
        label={texts.code}
        hint={texts.codeHint}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <div className={styles.actions}>
        {actions}
        <Button type="submit" kind="primary" isDisabled={code.trim() === ''} isPending={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The secret of an authenticator app, to be scanned or typed. */
export function TotpSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const texts = useTexts().setup.totp;
  return (
    <>
      <p>{texts.lead}</p>
      <QrCode text={uri} label={texts.qr} />
      <p>
        {texts.secret}: <code className={styles.secret}>{secret}</code>
      </p>
    </>
  );
}

type RecoveryCodesProps = {
  readonly codes: readonly string[];
  readonly doneLabel: string;
  readonly onDone: () => void;
};

/** Recovery codes, shown once. The person copies, saves or prints them and confirms that they are stored. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const { security, setup } = useTexts();
  const texts = setup.recovery;
  const [isStored, setStored] = useState(false);
  return (
    <div className="stack">
      <p>{texts.lead}</p>
      <div className={styles.printed}>
        <OneTimeSecret label={security.recoveryCodes} values={codes} />
      </div>
      <div className={styles.actions}>
        <Button
          onPress={() => saveText(`${texts.fileName}.txt`, [`${codes.join('\r\n')}\r\n`], 'text/plain')}
        >
          {texts.download}
        </Button>
        <Button onPress={printCodes}>{texts.print}</Button>
      </div>
      <Checkbox isSelected={isStored} onChange={setStored}>
        {texts.stored}
      </Checkbox>
      <div className={styles.actions}>
        <Button kind="primary" isDisabled={!isStored} onPress={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}

/** Prints the codes alone. */
function printCodes(): void {
  document.body.dataset['printing'] = 'codes';
  window.print();
  delete document.body.dataset['printing'];
}

import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Checkbox, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { saveText } from '../../kit/save-csv.util.ts';
import { useApi, useErrorText } from '../../platform/api.hook.ts';
import styles from './setup.module.css';
import { changeSetup, useSetupStore } from './setup-state.store.ts';

/** The recovery codes. The person confirms that they are stored, because they are shown once. */
export function RecoveryStep() {
  const { common, setup } = useTexts();
  const texts = setup.recovery;
  const codes = useSetupStore((state) => state.recoveryCodes);
  const [isStored, setStored] = useState(false);
  if (codes.length === 0) return <ReplaceCodes />;
  return (
    <div className="stack">
      <p>{texts.lead}</p>
      <OneTimeSecret label={setup.steps.recovery} values={codes} />
      <div>
        <Button
          onPress={() => saveText(`${texts.fileName}.txt`, [`${codes.join('\r\n')}\r\n`], 'text/plain')}
        >
          {texts.download}
        </Button>
      </div>
      <Checkbox isSelected={isStored} onChange={setStored}>
        {texts.stored}
      </Checkbox>
      <div className={styles.actions}>
        <Button
          kind="primary"
          isDisabled={!isStored}
          onPress={() => changeSetup({ step: 'organisation', recoveryCodes: [] })}
        >
          {common.next}
        </Button>
      </div>
    </div>
  );
}

/** New codes in place of those that a reload of the page lost. */
function ReplaceCodes() {
  const { setup } = useTexts();
  const texts = setup.recovery;
  const api = useApi();
  const errorText = useErrorText();
  const [totp, setTotp] = useState('');
  const [error, setError] = useState<unknown>(null);
  const replace = async () => {
    setError(null);
    try {
      const call = 'POST /api/v1/account/recovery-codes/actions/replace';
      const { data } = await api.call(call, { body: { totp: totp.trim() } });
      changeSetup({ recoveryCodes: data.recoveryCodes });
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void replace();
      }}
    >
      <p>{texts.lost}</p>
      <TextInput
        label={setup.totp.code}
        value={totp}
        onChange={setTotp}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      <div>
        <Button type="submit" kind="primary" isDisabled={totp.trim() === ''}>
          {texts.replace}
        </Button>
      </div>
    </form>
  );
}

import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { useAppLock } from '../../../platform/app-lock/app-lock.hook.ts';
import { useAppLockStore } from '../../../platform/app-lock/app-lock.store.ts';
import { isPin, maxPinFailures } from '../../../platform/app-lock/pin.rules.ts';
import styles from './lock.module.css';
import { PinField } from './pin-field.component.tsx';

type UnlockFormProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onForgotten: () => void;
  readonly onTooOften: () => Promise<void>;
};

export function UnlockForm({ field, onForgotten, onTooOften }: UnlockFormProps) {
  const { lock: texts } = useTexts();
  const lock = useAppLock();
  const errorOf = useErrorText();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { hasDevice, unlockByDevice } = useDeviceUnlock();

  const unlock = async (enteredPin: string) => {
    if (isBusy) return;
    if (!isPin(enteredPin)) {
      setError(texts.pinInvalid);
      return;
    }
    setBusy(true);
    const result = await lock.unlockByPin(enteredPin).catch((failure: unknown) => {
      setBusy(false);
      setError(errorOf(failure));
      return null;
    });
    if (result === null) return;
    if (result === 'forgotten') {
      await onTooOften();
      return;
    }
    setBusy(false);
    if (result === 'open') return;
    setPin('');
    setError(texts.pinWrong(maxPinFailures - (useAppLockStore.getState().record?.failures ?? 0)));
    field.current?.focus();
  };
  const change = (enteredPin: string) => {
    setPin(enteredPin);
    setError(undefined);
    if (isPin(enteredPin)) void unlock(enteredPin);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void unlock(pin);
      }}
    >
      <PinField ref={field} label={texts.pin} value={pin} error={error} readOnly={isBusy} onPin={change} />
      <Button type="submit" variant="primary" wide loading={isBusy}>
        {isBusy ? texts.unlocking : texts.unlock}
      </Button>
      {hasDevice ? (
        <Button wide onClick={() => void unlockByDevice()}>
          {texts.unlockByDevice}
        </Button>
      ) : null}
      <Button variant="quiet" wide onClick={onForgotten}>
        {texts.forgotten}
      </Button>
    </form>
  );
}

/**
 * Starts the device's authentication on mount, if it is enrolled. If the user cancels it, the PIN and the
 * button remain.
 */
function useDeviceUnlock() {
  const { lock: texts } = useTexts();
  const lock = useAppLock();
  const unlockByDevice = useCallback(
    () => lock.unlockByDevice({ title: texts.lockedTitle, cancel: texts.usePin }),
    [lock, texts],
  );
  const [hasDevice, setHasDevice] = useState(false);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const startDeviceUnlock = async () => {
      const found = await lock.hasDevice();
      setHasDevice(found);
      if (found) await unlockByDevice();
    };
    void startDeviceUnlock();
  }, [lock, unlockByDevice]);
  return { hasDevice, unlockByDevice };
}

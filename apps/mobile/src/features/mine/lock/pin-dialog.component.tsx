import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useAppLockStore } from '../../../platform/app-lock/app-lock.store.ts';
import type { UnlockResult } from '../../../platform/app-lock/app-lock.usecases.ts';
import { isGuessable, isPin, maxPinFailures } from '../../../platform/app-lock/pin.rules.ts';
import styles from './lock.module.css';
import { PinField } from './pin-field.component.tsx';

export type Pins = { readonly current: string; readonly fresh: string };

type PinDialogProps = {
  readonly title: string;
  readonly hint?: string;
  /** Whether the dialog requires the current PIN, and a new one (entered twice). */
  readonly requiredPins: { readonly current: boolean; readonly fresh: boolean };
  readonly confirmLabel: string;
  readonly onClose: () => void;
  /** Applies the PINs. On `wrong`, the dialog stays open and shows the error. */
  readonly applyPins: (pins: Pins) => Promise<UnlockResult>;
};

const emptyPins = { current: '', fresh: '', repeated: '' };
type Field = keyof typeof emptyPins;

/** A dialog for PINs. It is open while it is mounted. */
export function PinDialog({
  title,
  hint,
  requiredPins,
  confirmLabel,
  onClose,
  applyPins: onSubmit,
}: PinDialogProps) {
  const { lock: texts, common } = useTexts();
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const [pins, setPins] = useState(emptyPins);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [isBusy, setBusy] = useState(false);

  const findErrors = (): Partial<Record<Field, string>> => {
    if (requiredPins.current && !isPin(pins.current)) return { current: texts.pinInvalid };
    if (!requiredPins.fresh) return {};
    if (!isPin(pins.fresh)) return { fresh: texts.pinInvalid };
    if (isGuessable(pins.fresh)) return { fresh: texts.pinGuessable };
    return pins.fresh === pins.repeated ? {} : { repeated: texts.pinMismatch };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = findErrors();
    setErrors(found);
    if (Object.keys(found).length > 0 || isBusy) return;
    setBusy(true);
    const result = await onSubmit(pins);
    setBusy(false);
    if (result !== 'wrong') return onClose();
    const attemptsLeft = maxPinFailures - (useAppLockStore.getState().record?.failures ?? 0);
    setPins({ ...pins, current: '' });
    setErrors({ current: texts.pinWrong(attemptsLeft) });
    firstField.current?.focus();
  };
  const field = (name: Field, label: string, isFirst: boolean) => (
    <PinField
      {...(isFirst ? { ref: firstField } : {})}
      label={label}
      value={pins[name]}
      error={errors[name]}
      readOnly={isBusy}
      onPin={(pin) => {
        setPins({ ...pins, [name]: pin });
        setErrors({});
      }}
    />
  );
  return (
    <Dialog
      open
      title={title}
      initialFocus={firstField}
      onDismiss={isBusy ? undefined : onClose}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {hint === undefined ? null : <p>{hint}</p>}
        {requiredPins.current ? field('current', texts.currentPin, true) : null}
        {requiredPins.fresh ? field('fresh', texts.newPin, !requiredPins.current) : null}
        {requiredPins.fresh ? field('repeated', texts.repeatPin, false) : null}
      </form>
    </Dialog>
  );
}

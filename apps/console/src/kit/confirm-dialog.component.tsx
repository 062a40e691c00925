import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useErrorText } from '../platform/api.hook.ts';
import { Button } from './button.component.tsx';
import { TextInput } from './fields.component.tsx';
import { Modal } from './modal.component.tsx';
import { Notice } from './notice.component.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  /** What the act affects. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** The name that the person types before a destructive act. */
  readonly typedName?: string;
  readonly isDanger?: boolean;
  /** Whether its fields are not complete yet. */
  readonly isDisabled?: boolean;
  /** The act. The dialog stays open with the reason if it fails, and if the act resolves to false. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
};

/** Asks before an act: what it affects, and for a destructive one the name of its object. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const texts = useTexts().common;
  const errorText = useErrorText();
  const formID = useId();
  const [typed, setTyped] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isTyped = props.typedName === undefined || typed.trim() === props.typedName.trim();
  const isReady = isTyped && props.isDisabled !== true;
  const confirm = async () => {
    if (!isReady || isPending) return;
    setPending(true);
    setError(null);
    try {
      if ((await props.onConfirm()) === false) setPending(false);
      else props.onClose();
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <Modal
      role="alertdialog"
      title={props.title}
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose}>{texts.cancel}</Button>
          <Button
            kind={props.isDanger ? 'danger' : 'primary'}
            isDisabled={!isReady}
            isPending={isPending}
            type="submit"
            form={formID}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={formID}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React bubbles it to a form whose dialog this is.
          event.stopPropagation();
          void confirm();
        }}
      >
        {props.children}
        {props.typedName === undefined ? null : (
          <TextInput label={texts.typeToConfirm(props.typedName)} value={typed} onChange={setTyped} />
        )}
        {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
      </form>
    </Modal>
  );
}

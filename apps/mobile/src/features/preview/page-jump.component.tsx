import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Dialog } from '../../ui/dialog.component.tsx';
import { TextField } from '../../ui/text-field.component.tsx';
import type { Place } from './stage.hook.ts';

type PageJumpProps = {
  readonly open: boolean;
  readonly place: Place;
  readonly onClose: () => void;
  readonly onGo: (page: number) => void;
};

export function PageJump({ open, place, onClose, onGo }: PageJumpProps) {
  const { preview } = useTexts();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const close = () => {
    setText('');
    setWrong(false);
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const page = Number(text);
    if (!Number.isInteger(page) || page < 1 || page > place.pages) {
      setWrong(true);
      return;
    }
    setText('');
    setWrong(false);
    onGo(page);
  };
  return (
    <Dialog
      open={open}
      title={preview.jump}
      initialFocus={field}
      onDismiss={close}
      actions={
        <>
          <Button look="quiet" onClick={close}>
            {preview.cancel}
          </Button>
          <Button look="primary" type="submit" form={formId}>
            {preview.go}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={preview.jumpField(place.pages)}
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          value={text}
          placeholder={String(place.page)}
          error={wrong ? preview.jumpWrong(place.pages) : undefined}
          onChange={(event) => setText(event.target.value.trim())}
        />
      </form>
    </Dialog>
  );
}

import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';

export type PagePosition = { readonly page: number; readonly pageCount: number };

type PageJumpProps = {
  readonly open: boolean;
  readonly position: PagePosition;
  readonly onClose: () => void;
  readonly onGoToPage: (page: number) => void;
};

export function PageJump({ open, position, onClose, onGoToPage }: PageJumpProps) {
  const { preview } = useTexts();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const close = () => {
    setText('');
    setIsInvalid(false);
    onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const page = Number(text);
    if (!Number.isInteger(page) || page < 1 || page > position.pageCount) {
      setIsInvalid(true);
      return;
    }
    setText('');
    setIsInvalid(false);
    onGoToPage(page);
  };
  return (
    <Dialog
      open={open}
      title={preview.jump}
      initialFocus={field}
      onDismiss={close}
      actions={
        <>
          <Button variant="quiet" onClick={close}>
            {preview.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId}>
            {preview.go}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label={preview.jumpField(position.pageCount)}
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          value={text}
          placeholder={String(position.page)}
          error={isInvalid ? preview.jumpWrong(position.pageCount) : undefined}
          onChange={(event) => setText(event.target.value.trim())}
        />
      </form>
    </Dialog>
  );
}

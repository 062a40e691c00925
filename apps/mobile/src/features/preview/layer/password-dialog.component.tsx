import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { PasswordField } from '@sealflow/ui/inputs/password-field.component.tsx';
import { Dialog } from '@sealflow/ui/overlays/dialog.component.tsx';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { PasswordPrompt } from './password-prompt.hook.ts';

/** Prompts for the password of a document. The password stays in memory while the document is open. */
export function PasswordDialog({ prompt: { failedAttempts, submit } }: { readonly prompt: PasswordPrompt }) {
  const { preview, auth } = useTexts();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [isEmptySubmitted, setIsEmptySubmitted] = useState(false);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (password === '') setIsEmptySubmitted(true);
    else submit(password);
  };
  const wrongPasswordText = failedAttempts === 0 ? undefined : preview.passwordWrong(failedAttempts);
  return (
    <Dialog
      open
      title={preview.passwordTitle}
      initialFocus={field}
      onDismiss={() => submit(null)}
      actions={
        <>
          <Button variant="quiet" onClick={() => submit(null)}>
            {preview.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId}>
            {preview.passwordOpen}
          </Button>
        </>
      }
    >
      <p>{preview.passwordHint}</p>
      <form id={formId} onSubmit={onSubmit} noValidate>
        <PasswordField
          ref={field}
          label={preview.passwordField}
          showLabel={auth.showPassword}
          hideLabel={auth.hidePassword}
          autoComplete="off"
          enterKeyHint="go"
          value={password}
          error={isEmptySubmitted && password === '' ? preview.passwordEmpty : wrongPasswordText}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { Dialog } from '../../ui/dialog.component.tsx';
import { PasswordField } from '../../ui/password-field.component.tsx';
import type { PasswordQuestion } from './password-question.hook.ts';

/** Prompts for the password of a document. The password stays in memory while the document is open. */
export function PasswordDialog({ question: { wrong, answer } }: { readonly question: PasswordQuestion }) {
  const { preview, auth } = useTexts();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (password === '') setEmpty(true);
    else answer(password);
  };
  const said = wrong === 0 ? undefined : preview.passwordWrong(wrong);
  return (
    <Dialog
      open
      title={preview.passwordTitle}
      initialFocus={field}
      onDismiss={() => answer(null)}
      actions={
        <>
          <Button look="quiet" onClick={() => answer(null)}>
            {preview.cancel}
          </Button>
          <Button look="primary" type="submit" form={formId}>
            {preview.passwordOpen}
          </Button>
        </>
      }
    >
      <p>{preview.passwordHint}</p>
      <form id={formId} onSubmit={submit} noValidate>
        <PasswordField
          ref={field}
          label={preview.passwordField}
          showLabel={auth.showPassword}
          hideLabel={auth.hidePassword}
          autoComplete="off"
          enterKeyHint="go"
          value={password}
          error={empty && password === '' ? preview.passwordEmpty : said}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

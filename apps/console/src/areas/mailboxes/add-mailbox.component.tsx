import { parseEmail } from '@sealflow/domain/identifiers';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useAddMailbox } from './mailboxes.queries.ts';

/** Adds an address that everyone of the tenant may send trusted mails to. */
export function AddMailbox({ tid, onClose }: { readonly tid: string; readonly onClose: () => void }) {
  const { mailboxes: texts, common } = useTexts();
  const errorText = useErrorText();
  const add = useAddMailbox(tid);
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isValid = parseEmail(email.trim()) !== null;
  const submit = () => {
    setChecked(true);
    if (!isValid) return;
    add.mutate(email.trim(), {
      onSuccess: () => {
        showToast({ color: 'success', text: texts.added });
        onClose();
      },
    });
  };
  return (
    <Modal
      title={texts.add}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="primary" isPending={add.isPending} onPress={submit}>
            {common.add}
          </Button>
        </>
      }
    >
      <p>{texts.addText}</p>
      <TextInput
        label={texts.email}
        type="email"
        isRequired
        value={email}
        onChange={setEmail}
        error={isChecked && !isValid ? texts.invalid : undefined}
      />
      {add.error === null ? null : <Notice kind="error">{errorText(add.error)}</Notice>}
    </Modal>
  );
}

import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { OneTimeSecret } from '../../kit/one-time-secret.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useOperatorActs } from './operators.queries.ts';

export type Creation = 'person' | 'credential' | 'setupLink';

const formID = 'create-operator';

/** Grants the role, or creates a credential or a set-up link, which is shown once. */
export function CreateDialog({
  creation,
  onClose,
}: {
  readonly creation: Creation;
  readonly onClose: () => void;
}) {
  const { operators: texts, common } = useTexts();
  const acts = useOperatorActs();
  const [account, setAccount] = useState('');
  const [name, setName] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const { isPending, error, submit } = useSubmit();
  const titles = { person: texts.grant, credential: texts.create, setupLink: texts.setupLink };
  const hints = { person: texts.grantHint, credential: texts.credentialHint, setupLink: texts.setupLinkHint };
  const isComplete =
    (creation === 'setupLink' || name.trim() !== '') && (creation !== 'person' || account.trim() !== '');
  const create = async () => {
    if (!isComplete) return;
    if (creation === 'credential') setSecret(await acts.createCredential(name.trim()));
    else if (creation === 'setupLink') setSecret(await acts.createSetupLink());
    else {
      await acts.grant(account.trim(), name.trim());
      showToast({ color: 'success', text: texts.granted });
      onClose();
    }
  };
  return (
    <Modal
      title={titles[creation]}
      onClose={onClose}
      actions={
        secret === null ? (
          <>
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button type="submit" form={formID} kind="primary" isDisabled={!isComplete || isPending}>
              {titles[creation]}
            </Button>
          </>
        ) : (
          <Button kind="primary" onPress={onClose}>
            {common.done}
          </Button>
        )
      }
    >
      {secret === null ? (
        <Form id={formID} isPending={isPending} error={error} onSubmit={() => void submit(create)}>
          <p>{hints[creation]}</p>
          {creation === 'person' ? (
            <TextInput label={texts.account} value={account} onChange={setAccount} autoComplete="off" />
          ) : null}
          {creation === 'setupLink' ? null : (
            <TextInput
              label={creation === 'person' ? texts.name : texts.label}
              value={name}
              onChange={setName}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </Form>
      ) : (
        <OneTimeSecret label={titles[creation]} hint={hints[creation]} values={[secret]} />
      )}
    </Modal>
  );
}

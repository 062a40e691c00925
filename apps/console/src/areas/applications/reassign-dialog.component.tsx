import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { ApproverInput } from '../../kit/person-input.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import type { ReassignableTask } from './process-steps.component.tsx';

type ReassignDialogProps = {
  readonly tid: string;
  readonly task: ReassignableTask;
  readonly onReassign: (change: { assignee: string; reason: string }) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Gives the task of somebody absent to another person, with a reason. */
export function ReassignDialog({ tid, task, onReassign, onClose }: ReassignDialogProps) {
  const { applications: texts, common } = useTexts();
  const errorText = useErrorText();
  const [person, setPerson] = useState<{ fid: string; name: string } | null>(null);
  const [reason, setReason] = useState('');
  const { isPending, error, submit } = useSubmit();
  const reassign = async () => {
    if (person === null) return;
    await onReassign({ assignee: person.fid, reason: reason.trim() });
    showToast({ color: 'success', text: texts.reassigned });
    onClose();
  };
  return (
    <Modal
      title={texts.reassignTitle(task.assignee.name)}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            kind="primary"
            isDisabled={person === null || reason.trim() === ''}
            isPending={isPending}
            onPress={() => void submit(reassign)}
          >
            {texts.reassign}
          </Button>
        </>
      }
    >
      <p>{texts.reassignText}</p>
      <ApproverInput
        tid={tid}
        label={texts.newAssignee}
        value={person}
        onChange={setPerson}
        without={[task.assignee.fid]}
      />
      <TextInput
        label={texts.reason}
        hint={texts.reasonHint}
        rows={2}
        maxLength={1000}
        isRequired
        value={reason}
        onChange={setReason}
      />
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
    </Modal>
  );
}

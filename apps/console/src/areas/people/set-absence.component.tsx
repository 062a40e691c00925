import { applicationTypeNames } from '@sealflow/domain/workflow';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Choices } from '../../kit/choices.component.tsx';
import { Checkbox, TextInput } from '../../kit/fields.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { ApproverInput } from '../../kit/person-input.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { emptyAbsence, isComplete, toNewAbsence } from './absence.rules.ts';
import { useAbsenceActs } from './absences.queries.ts';

type SetAbsenceProps = {
  readonly tid: string;
  readonly person: { readonly fid: string; readonly name: string };
  readonly onClose: () => void;
};

/** Names a deputy of a member for a period. */
export function SetAbsence({ tid, person, onClose }: SetAbsenceProps) {
  const { absences: texts, common, workflow } = useTexts();
  const errorText = useErrorText();
  const { set } = useAbsenceActs(tid, person.fid);
  const { isPending, error, submit } = useSubmit();
  const [draft, setDraft] = useState(emptyAbsence);
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const save = async () => {
    await set.mutateAsync({ ...toNewAbsence(draft), fid: person.fid });
    showToast({ color: 'success', text: texts.saved });
    onClose();
  };
  return (
    <Modal
      title={texts.setTitle(person.name)}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button
            kind="primary"
            isDisabled={!isComplete(draft)}
            isPending={isPending}
            onPress={() => void submit(save)}
          >
            {texts.set}
          </Button>
        </>
      }
    >
      <p>{texts.setText(person.name)}</p>
      <ApproverInput
        tid={tid}
        label={texts.deputy}
        value={draft.deputy}
        onChange={(deputy) => change({ deputy })}
        without={[person.fid]}
      />
      <TextInput
        label={texts.from}
        hint={texts.fromHint}
        type="datetime-local"
        value={draft.from}
        onChange={(from) => change({ from })}
      />
      <TextInput
        label={texts.until}
        hint={texts.untilHint}
        type="datetime-local"
        value={draft.until}
        onChange={(until) => change({ until })}
      />
      <Checkbox isSelected={draft.hasAllTypes} onChange={(hasAllTypes) => change({ hasAllTypes })}>
        {texts.allTypes}
      </Checkbox>
      {draft.hasAllTypes ? null : (
        <Choices
          label={texts.types}
          choices={applicationTypeNames.map((id) => ({ id, label: workflow.types[id] }))}
          value={draft.types}
          onChange={(types) => change({ types })}
        />
      )}
      {error === null ? null : <Notice kind="error">{errorText(error)}</Notice>}
    </Modal>
  );
}

import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { type ConfigParam, useSetConfigParam } from './configuration.queries.ts';

const formID = 'config-param';

/** Changes a setting of apps, or restores its default. */
export function ParamDialog({
  param,
  onClose,
}: {
  readonly param: ConfigParam;
  readonly onClose: () => void;
}) {
  const { configuration: texts, common } = useTexts();
  const errorText = useErrorText();
  const set = useSetConfigParam(param.name);
  const [value, setValue] = useState(param.value);
  const save = (next: string | null) =>
    set.mutate(next, {
      onSuccess: () => {
        showToast({ color: 'success', text: common.saved });
        onClose();
      },
    });
  return (
    <Modal
      title={param.name}
      onClose={onClose}
      actions={
        <>
          {param.isDefault ? null : (
            <Button kind="quiet" isDisabled={set.isPending} onPress={() => save(null)}>
              {texts.restore}
            </Button>
          )}
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formID} kind="primary" isDisabled={set.isPending}>
            {common.save}
          </Button>
        </>
      }
    >
      <form
        id={formID}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!set.isPending) save(value);
        }}
      >
        <TextInput
          label={texts.value}
          hint={texts.valueHint}
          value={value}
          onChange={setValue}
          maxLength={1000}
        />
        {set.error === null ? null : <Notice kind="error">{errorText(set.error)}</Notice>}
      </form>
    </Modal>
  );
}

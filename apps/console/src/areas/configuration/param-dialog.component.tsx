import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
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
      <Form id={formID} isPending={set.isPending} error={set.error} onSubmit={() => save(value)}>
        <TextInput
          label={texts.value}
          hint={texts.valueHint}
          value={value}
          onChange={setValue}
          maxLength={1000}
        />
      </Form>
    </Modal>
  );
}

import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { Modal } from '../../kit/modal.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import {
  type ConfigParam,
  type ParamValue,
  useConfigParam,
  useConfigParamActs,
} from './configuration.queries.ts';

const formID = 'config-param';

type ParamDialogProps = { readonly param: ConfigParam; readonly onClose: () => void };

/** Changes a setting of apps, or restores its default. If another operator changed it meanwhile, the person sees both values. */
export function ParamDialog({ param, onClose }: ParamDialogProps) {
  const read = useConfigParam(param.name);
  if (read.data) return <ParamForm param={param} version={read.data} onClose={onClose} />;
  return (
    <Modal title={param.name} onClose={onClose} actions={null}>
      {read.error === null ? (
        <StatePane kind="loading" />
      ) : (
        <StatePane kind="error" error={read.error} onRetry={() => void read.refetch()} />
      )}
    </Modal>
  );
}

type ParamFormProps = ParamDialogProps & { readonly version: Tagged<ParamValue> };

function ParamForm({ param, version, onClose }: ParamFormProps) {
  const { configuration: texts, common } = useTexts();
  const acts = useConfigParamActs(param.name);
  const [value, setValue] = useState(version.value.value);
  const [isRestoring, setRestoring] = useState(false);
  const { isPending, error, submit } = useSubmit();
  const [shown, setShown] = useState(value);
  const isDirty = value !== shown;
  const versions = useVersions(version, {
    read: acts.read,
    isDirty,
    show: (current) => {
      setValue(current.value);
      setShown(current.value);
    },
  });
  const set =
    (next: string | null): Write<ParamValue> =>
    ({ tag }) =>
      acts.set(next, tag);
  const finish = () => {
    showToast({ color: 'success', text: common.saved });
    onClose();
  };
  const save = (next: string | null) =>
    submit(async () => {
      setRestoring(next === null);
      if (await versions.attempt(set(next))) finish();
    });
  return (
    <Modal
      title={param.name}
      onClose={onClose}
      actions={
        <>
          {param.isDefault ? null : (
            <Button kind="quiet" isDisabled={isPending} onPress={() => void save(null)}>
              {texts.restore}
            </Button>
          )}
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" form={formID} kind="primary" isDisabled={isPending}>
            {common.save}
          </Button>
        </>
      }
    >
      <Form id={formID} isPending={isPending} error={error} onSubmit={() => void save(value)}>
        <ChangedNotice
          kind="configuration"
          id={param.name}
          versions={versions}
          write={set(value)}
          isDirty={isDirty}
        />
        <TextInput
          label={texts.value}
          hint={texts.valueHint}
          value={value}
          onChange={setValue}
          maxLength={1000}
        />
      </Form>
      <VersionsDialog
        versions={versions}
        wordsOf={(one) => [[texts.value, one.value]]}
        mine={[[texts.value, isRestoring ? texts.isDefault : value]]}
        onWritten={finish}
      />
    </Modal>
  );
}

import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import {
  type Classification,
  useAffectedDocuments,
  useClassification,
  useClassificationActs,
} from './classifications.queries.ts';
import {
  type ClassificationValues,
  FormOfTerms,
  initial,
  termsOf,
  useClassificationWords,
  valuesOf,
} from './terms-form.component.tsx';

type DrawerProps = { readonly tid: string; readonly onClose: () => void };

/** Creates, changes or deletes a classification, and states how many documents that affects. */
export function ClassificationDrawer({ tid, id, onClose }: DrawerProps & { readonly id: string | null }) {
  if (id === null) return <NewClassification tid={tid} onClose={onClose} />;
  return <OneClassification tid={tid} id={id} onClose={onClose} />;
}

function OneClassification({ tid, id, onClose }: DrawerProps & { readonly id: string }) {
  const { classifications: texts } = useTexts();
  const one = useClassification(tid, id);
  if (one.data !== undefined) return <ChangeClassification tid={tid} version={one.data} onClose={onClose} />;
  return (
    <Drawer title={texts.name} onClose={onClose}>
      {one.isError ? (
        <StatePane kind="error" error={one.error} onRetry={() => void one.refetch()} />
      ) : (
        <StatePane kind="loading" />
      )}
    </Drawer>
  );
}

function NewClassification({ tid, onClose }: DrawerProps) {
  const { classifications: texts, common } = useTexts();
  const acts = useClassificationActs(tid);
  const [values, setValues] = useState<ClassificationValues>(() => valuesOf(initial));
  const save = async () => {
    await acts.create({ ...termsOf(values), isDefault: values.isDefault });
    showToast({ color: 'success', text: common.created });
    onClose();
  };
  return (
    <FormOfTerms title={texts.create} values={values} onChange={setValues} onSave={save} onClose={onClose} />
  );
}

function ChangeClassification({
  tid,
  version,
  onClose,
}: DrawerProps & { readonly version: Tagged<Classification> }) {
  const { common } = useTexts();
  const acts = useClassificationActs(tid);
  const wordsOf = useClassificationWords();
  const { id } = version.value;
  const [values, setValues] = useState<ClassificationValues>(() => valuesOf(version.value));
  const [shown, setShown] = useState(values);
  const isDirty = JSON.stringify(values) !== JSON.stringify(shown);
  const [isDeleting, setDeleting] = useState(false);
  const versions = useVersions(version, {
    read: () => acts.read(id),
    isDirty,
    show: (one) => {
      setValues(valuesOf(one));
      setShown(valuesOf(one));
    },
  });
  const base = versions.base.value;
  const write: Write<Classification> = ({ value, tag }) => {
    const becomesDefault = values.isDefault && !value.isDefault;
    return acts.change(id, { ...termsOf(values), ...(becomesDefault ? { isDefault: true } : {}) }, tag);
  };
  const finish = () => {
    showToast({ color: 'success', text: common.saved });
    onClose();
  };
  return (
    <>
      <FormOfTerms
        title={base.name}
        values={values}
        former={base}
        onChange={setValues}
        onSave={async () => {
          if (await versions.attempt(write)) finish();
        }}
        {...(base.isDefault ? {} : { onDelete: () => setDeleting(true) })}
        onClose={onClose}
      >
        {isDirty ? (
          <ChangedNotice tid={tid} kind="classifications" id={id} versions={versions} write={write} />
        ) : null}
        <Affected tid={tid} id={id} />
      </FormOfTerms>
      {isDeleting ? (
        <DeleteClassification
          tid={tid}
          version={version}
          onDeleted={onClose}
          onClose={() => setDeleting(false)}
        />
      ) : null}
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        mine={wordsOf({ ...termsOf(values), isDefault: values.isDefault })}
        onWritten={finish}
      />
    </>
  );
}

function DeleteClassification({
  tid,
  version,
  onDeleted,
  onClose,
}: DrawerProps & { readonly version: Tagged<Classification>; readonly onDeleted: () => void }) {
  const { classifications: texts, common } = useTexts();
  const acts = useClassificationActs(tid);
  const wordsOf = useClassificationWords();
  const { id } = version.value;
  const versions = useVersions(version, { read: () => acts.read(id) });
  const { name } = versions.base.value;
  const finish = () => {
    showToast({ color: 'success', text: common.deleted });
    onDeleted();
  };
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        act={common.delete}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={texts.deleteOne(name)}
      confirmLabel={common.delete}
      typedName={name}
      isDanger
      onConfirm={async () => {
        const isDone = await versions.attempt(({ tag }) => acts.remove(id, tag));
        if (isDone) finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <Affected tid={tid} id={id} />
      <p>{texts.deleteHint}</p>
    </ConfirmDialog>
  );
}

function Affected({ tid, id }: { readonly tid: string; readonly id: string }) {
  const { classifications: texts } = useTexts();
  const { data } = useAffectedDocuments(tid, id);
  return <Notice kind="info">{data === undefined ? texts.counting : texts.affects(data)}</Notice>;
}

import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useFormat } from '../../platform/format.hook.ts';
import {
  type DraftFault,
  emptyDraft,
  faultsOf,
  type PublicationDraft,
  platformsOf,
  publicationOf,
} from './publication.rules.ts';
import styles from './releases.module.css';
import { usePublish } from './releases.queries.ts';

const sources = ['file', 'store', 'bundle'] as const;
const maxNotes = 10_000;

/** Publishes an app file, the page of a store, or a signed bundle. */
export function PublishDrawer({ onClose }: { readonly onClose: () => void }) {
  const { releases: texts, common } = useTexts();
  const publish = usePublish();
  const [draft, setDraft] = useState<PublicationDraft>(emptyDraft);
  const [isTried, setTried] = useState(false);
  const { form } = texts;
  const change = (values: Partial<PublicationDraft>) => setDraft({ ...draft, ...values });
  const faults = faultsOf(draft);
  const fault = (name: DraftFault, text: string) => (isTried && faults.has(name) ? text : undefined);
  const submit = () => {
    setTried(true);
    const publication = publicationOf(draft);
    if (publication === null) return;
    publish.mutate(publication, {
      onSuccess: () => {
        showToast({ color: 'success', text: form.done(draft.version.trim()) });
        onClose();
      },
    });
  };
  return (
    <FormDrawer
      title={form.title}
      submitLabel={texts.publish}
      isDirty={draft !== emptyDraft}
      isPending={publish.isPending}
      error={publish.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectInput
        label={form.source}
        value={draft.source}
        onChange={(source) => change({ source, platform: platformsOf[source][0] ?? 'android' })}
        options={sources.map((id) => ({ id, label: form.sources[id], hint: form.sourceHints[id] }))}
      />
      {platformsOf[draft.source].length === 1 ? null : (
        <SelectInput
          label={texts.platform}
          value={draft.platform}
          onChange={(platform) => change({ platform })}
          options={platformsOf[draft.source].map((id) => ({ id, label: texts.platforms[id] }))}
        />
      )}
      <TextInput
        label={texts.version}
        hint={form.versionHint}
        value={draft.version}
        onChange={(version) => change({ version })}
        error={fault('version', form.versionFault)}
        isRequired
      />
      {draft.source === 'store' ? (
        <TextInput
          label={form.url}
          value={draft.url}
          onChange={(url) => change({ url })}
          error={fault('url', form.urlFault)}
          isRequired
        />
      ) : (
        <FileField
          file={draft.file}
          types={draft.source === 'file' ? ['.apk'] : ['.zip']}
          error={fault('file', common.required)}
          onChange={(file) => change({ file })}
        />
      )}
      {draft.source === 'bundle' ? (
        <>
          <TextInput
            label={texts.minAppVer}
            hint={form.minAppVerHint}
            value={draft.minAppVer}
            onChange={(minAppVer) => change({ minAppVer })}
            error={fault('minAppVer', form.versionFault)}
            isRequired
          />
          <TextInput
            label={form.signature}
            hint={form.signatureHint}
            value={draft.signature}
            onChange={(signature) => change({ signature })}
            error={fault('signature', form.signatureFault)}
            rows={4}
            isRequired
          />
        </>
      ) : null}
      <TextInput
        label={texts.notes}
        hint={form.notesHint}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        maxLength={maxNotes}
        rows={4}
      />
      {publish.isPending && draft.file !== null ? <Notice kind="info">{form.uploading}</Notice> : null}
    </FormDrawer>
  );
}

type FileFieldProps = {
  readonly file: File | null;
  readonly types: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (file: File | null) => void;
};

function FileField({ file, types, error, onChange }: FileFieldProps) {
  const { form } = useTexts().releases;
  const format = useFormat();
  return (
    <div>
      <div className={styles.file}>
        <FileTrigger acceptedFileTypes={[...types]} onSelect={(files) => onChange(files?.[0] ?? null)}>
          <Button>{form.chooseFile}</Button>
        </FileTrigger>
        <output>{file === null ? null : form.chosen(file.name, format.size(file.size))}</output>
      </div>
      {error === undefined ? null : (
        <Notice kind="error">
          {form.file}: {error}
        </Notice>
      )}
    </div>
  );
}

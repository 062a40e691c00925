import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { TextInput } from '../../kit/fields.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { Section } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { AgreementPreview } from './agreement-preview.component.tsx';
import styles from './agreements.module.css';
import { type Agreement, type NewVersion, usePublishVersion } from './agreements.queries.ts';

const languages = ['zh', 'en'] as const;
const versionPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$/;
const maxTitleLength = 200;
const maxTextLength = 200_000;

type PublishVersionDrawerProps = { readonly agreement: Agreement; readonly onClose: () => void };

/** Writes a new version, which begins with the texts in force, beside its preview. */
export function PublishVersionDrawer({ agreement, onClose }: PublishVersionDrawerProps) {
  const { agreements: texts, common } = useTexts();
  const { form } = texts;
  const publish = usePublishVersion(agreement.agreement);
  const name = texts.names[agreement.agreement];
  const [draft, setDraft] = useState<NewVersion>({ version: '', zh: agreement.zh, en: agreement.en });
  const [isDirty, setDirty] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const change = (values: Partial<NewVersion>) => {
    setDraft({ ...draft, ...values });
    setDirty(true);
  };
  const version = draft.version.trim();
  const isVersion = versionPattern.test(version);
  const isComplete = languages.every(
    (language) => draft[language].title.trim() !== '' && draft[language].text.trim() !== '',
  );
  const required = (text: string) => (isTried && text.trim() === '' ? common.required : undefined);
  return (
    <FormDrawer
      title={form.title(name)}
      submitLabel={form.submit}
      isDirty={isDirty}
      isPending={false}
      error={null}
      onSubmit={() => {
        setTried(true);
        setAsking(isVersion && isComplete);
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.version}
        hint={form.versionHint}
        value={draft.version}
        onChange={(value) => change({ version: value })}
        error={isTried && !isVersion ? form.versionFault : undefined}
        isRequired
      />
      {languages.map((language) => {
        const written = draft[language];
        const label = texts.languages[language];
        return (
          <Section key={language} title={label}>
            <TextInput
              label={form.titleOf(label)}
              value={written.title}
              onChange={(title) => change({ [language]: { ...written, title } })}
              error={required(written.title)}
              maxLength={maxTitleLength}
              isRequired
            />
            <TextInput
              label={form.textOf(label)}
              hint={form.textHint}
              value={written.text}
              onChange={(text) => change({ [language]: { ...written, text } })}
              error={required(written.text)}
              maxLength={maxTextLength}
              rows={12}
              isRequired
            />
            <details>
              <summary className={styles.opener}>{texts.preview}</summary>
              <AgreementPreview language={language} version={version} {...written} />
            </details>
          </Section>
        );
      })}
      {isAsking ? (
        <ConfirmDialog
          title={form.confirmTitle(name, version)}
          confirmLabel={form.confirm}
          typedName={version}
          onConfirm={async () => {
            await publish({ ...draft, version });
            showToast({ color: 'success', text: form.done(version) });
            onClose();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{form.confirmText}</p>
        </ConfirmDialog>
      ) : null}
    </FormDrawer>
  );
}

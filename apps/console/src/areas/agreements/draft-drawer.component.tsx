import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { FieldHint, Switch, TextInput } from '../../kit/fields.component.tsx';
import { FormDrawer } from '../../kit/form-drawer.component.tsx';
import { Section } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { useDraftWords } from './agreement-draft.hook.ts';
import { AgreementPreview } from './agreement-preview.component.tsx';
import styles from './agreements.module.css';
import { type Agreement, type Draft, type StoredDraft, useDraftActs } from './agreements.queries.ts';

const languages = ['zh', 'en'] as const;
const versionPattern = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,29})?$/;
const maxTitleLength = 200;
const maxTextLength = 200_000;

type DraftDrawerProps = {
  readonly agreement: Agreement;
  readonly loaded: Tagged<StoredDraft>;
  readonly onClose: () => void;
};

/** Writes the draft of a version beside its preview. A new draft begins with the texts in force. */
export function DraftDrawer({ agreement, loaded, onClose }: DraftDrawerProps) {
  const texts = useTexts().agreements;
  const { form } = texts;
  const acts = useDraftActs(agreement.agreement);
  const wordsOf = useDraftWords();
  const startOf = ({ draft }: StoredDraft): Draft => {
    const { version, zh, en, asksAgain } = draft ?? { ...agreement, version: '', asksAgain: false };
    return { version, zh, en, asksAgain };
  };
  const [values, setValues] = useState(() => startOf(loaded.value));
  const [isDirty, setDirty] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const versions = useVersions(loaded, {
    read: acts.read,
    show: (stored) => setValues(startOf(stored)),
    isDirty,
  });
  const change = (changed: Partial<Draft>) => {
    setValues({ ...values, ...changed });
    setDirty(true);
  };
  const version = values.version.trim();
  const isVersion = versionPattern.test(version);
  const finish = () => {
    showToast({ color: 'success', text: texts.draft.saved });
    onClose();
  };
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      if (await versions.attempt(({ tag }) => acts.save({ ...values, version }, tag))) finish();
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  return (
    <>
      <FormDrawer
        title={form.title(texts.names[agreement.agreement])}
        submitLabel={form.submit}
        isDirty={isDirty}
        isPending={isPending}
        error={error}
        onSubmit={() => {
          if (isVersion) void save();
        }}
        onClose={onClose}
      >
        <TextInput
          label={texts.version}
          hint={form.versionHint}
          value={values.version}
          onChange={(value) => change({ version: value })}
          error={isVersion ? undefined : form.versionFault}
        />
        <div>
          <Switch isSelected={values.asksAgain} onChange={(asksAgain) => change({ asksAgain })}>
            {texts.asksAgain}
          </Switch>
          <FieldHint hint={texts.asksAgainHint} />
        </div>
        {languages.map((language) => {
          const written = values[language];
          const label = texts.languages[language];
          return (
            <Section key={language} title={label}>
              <TextInput
                label={form.titleOf(label)}
                value={written.title}
                onChange={(title) => change({ [language]: { ...written, title } })}
                maxLength={maxTitleLength}
              />
              <TextInput
                label={form.textOf(label)}
                hint={form.textHint}
                value={written.text}
                onChange={(text) => change({ [language]: { ...written, text } })}
                maxLength={maxTextLength}
                rows={12}
              />
              <details>
                <summary className={styles.opener}>{texts.preview}</summary>
                <AgreementPreview language={language} version={version} {...written} />
              </details>
            </Section>
          );
        })}
      </FormDrawer>
      <VersionsDialog
        versions={versions}
        wordsOf={wordsOf}
        mine={wordsOf({ draft: values })}
        onWritten={finish}
      />
    </>
  );
}

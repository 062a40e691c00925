import { ApiError } from '@sealflow/sdk/api.errors.ts';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { ConflictDialog } from '../../kit/conflict-dialog.component.tsx';
import { Switch, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Section } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { LogoInput } from './logo-input.component.tsx';
import styles from './settings.module.css';
import { type Settings, type TaggedSettings, useChangeSettings } from './settings.queries.ts';
import { changeOf, effectsOf, maxNameLength, type OwnSettings } from './settings.rules.ts';

const secondFactors = ['none', 'new_devices', 'always'] as const;

type SettingsFormProps = {
  readonly tid: string;
  readonly settings: Settings;
  readonly tag: string | null;
};

/** The settings that administrators change. Before they are saved, the form names what each change affects. */
export function SettingsForm({ tid, settings, tag }: SettingsFormProps) {
  const { settings: texts, common } = useTexts();
  const errorText = useErrorText();
  const { save, show, read } = useChangeSettings(tid);
  const [draft, setDraft] = useState(() => ({
    name: settings.name,
    logo: settings.logo,
    secondFactor: settings.secondFactor,
    otherClientsAllowed: settings.otherClientsAllowed,
  }));
  const [isAsking, setAsking] = useState(false);
  // What another administrator saved while the form was open.
  const [conflict, setConflict] = useState<TaggedSettings | null>(null);
  const edit = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const change = changeOf(settings, draft);
  const isUnchanged = Object.keys(change).length === 0;
  const store = async (storedTag: string | null) => {
    try {
      await save.mutateAsync({ change, tag: storedTag });
      showToast({ color: 'success', text: common.saved });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'admin.changed_meanwhile') throw error;
      setConflict(await read());
    }
  };
  const nameFault = draft.name.trim() === '' ? common.required : undefined;
  const { withoutContact } = settings.affects;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnchanged && nameFault === undefined) setAsking(true);
      }}
    >
      <Section title={texts.identity}>
        <TextInput
          label={texts.name}
          value={draft.name}
          maxLength={maxNameLength}
          isRequired
          error={nameFault}
          onChange={(name) => edit({ name })}
        />
        <LogoInput value={draft.logo} name={draft.name} onChange={(logo) => edit({ logo })} />
      </Section>
      <Section title={texts.signIn}>
        <SelectInput
          label={texts.secondFactor}
          hint={texts.secondFactorHint}
          value={draft.secondFactor}
          onChange={(secondFactor) => edit({ secondFactor })}
          options={secondFactors.map((id) => ({
            id,
            label: texts.secondFactors[id],
            hint: texts.secondFactorHints[id],
          }))}
        />
        {draft.secondFactor !== 'none' && withoutContact > 0 ? (
          <Notice kind="warning">{texts.lockedOut(withoutContact)}</Notice>
        ) : null}
      </Section>
      <Section title={texts.documents}>
        <Switch
          isSelected={draft.otherClientsAllowed}
          onChange={(otherClientsAllowed) => edit({ otherClientsAllowed })}
        >
          {texts.otherClients}
        </Switch>
        <p className={styles.hint}>{texts.otherClientsHint}</p>
      </Section>
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isDisabled={isUnchanged || nameFault !== undefined}>
          {common.save}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={texts.confirmTitle}
          confirmLabel={common.save}
          onConfirm={() => store(tag)}
          onClose={() => setAsking(false)}
        >
          <ul className={styles.effects}>
            {effectsOf(change).map((effect) => (
              <li key={effect}>{texts.effects[effect](settings.affects.members, withoutContact)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
      {conflict ? (
        <SettingsConflict
          theirs={conflict.settings}
          mine={draft}
          onTakeTheirs={() => show(conflict)}
          onOverwrite={() => {
            setConflict(null);
            store(conflict.tag).catch((error: unknown) =>
              showToast({ color: 'error', text: errorText(error) }),
            );
          }}
          onClose={() => setConflict(null)}
        />
      ) : null}
    </form>
  );
}

type SettingsConflictProps = {
  readonly theirs: OwnSettings;
  readonly mine: OwnSettings;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
};

/** The settings that another administrator saved meanwhile, beside those of the form. */
function SettingsConflict({ theirs, mine, ...acts }: SettingsConflictProps) {
  const { settings: texts, common } = useTexts();
  const textsOf = ({ name, logo, secondFactor, otherClientsAllowed }: OwnSettings) => [
    { label: texts.name, text: name },
    { label: texts.logo, text: logo === null ? common.none : texts.logoOf(name) },
    { label: texts.secondFactor, text: texts.secondFactors[secondFactor] },
    { label: texts.otherClients, text: otherClientsAllowed ? common.yes : common.no },
  ];
  const mineTexts = textsOf(mine);
  const fields = textsOf(theirs)
    .map(({ label, text }, index) => ({ label, theirs: text, mine: mineTexts[index]?.text ?? '' }))
    .filter((field) => field.theirs !== field.mine);
  return <ConflictDialog fields={fields} {...acts} />;
}

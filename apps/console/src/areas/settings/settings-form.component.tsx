import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Switch, TextInput } from '../../kit/fields.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Section } from '../../kit/page.component.tsx';
import { PrintingInput } from '../../kit/printing-input.component.tsx';
import { isRetentionFault } from '../../kit/retention.rules.ts';
import { RetentionFields } from '../../kit/retention-fields.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { LogoInput } from './logo-input.component.tsx';
import styles from './settings.module.css';
import { type Settings, useSettingsActs } from './settings.queries.ts';
import { changeOf, effectsOf, maxNameLength, type OwnSettings } from './settings.rules.ts';

const secondFactors = ['none', 'new_devices', 'always'] as const;
const exactPagesModes = ['ask', 'preload', 'off'] as const;

type SettingsFormProps = { readonly tid: string; readonly version: Tagged<Settings> };

/**
 * The settings that administrators change. Before they are saved, the form names what each change affects. If another
 * administrator changed them meanwhile, the person sees both versions.
 */
export function SettingsForm({ tid, version }: SettingsFormProps) {
  const { settings: texts, common } = useTexts();
  const acts = useSettingsActs(tid);
  const wordsOf = useSettingsWords();
  const [draft, setDraft] = useState<OwnSettings>(version.value);
  // The page may show a newer version than the one that the form started from.
  const [shown, setShown] = useState<OwnSettings>(version.value);
  const [isAsking, setAsking] = useState(false);
  const isDirty = Object.keys(changeOf(shown, draft)).length > 0;
  const versions = useVersions(version, {
    read: acts.read,
    isDirty,
    show: (settings) => {
      setDraft(settings);
      setShown(settings);
    },
  });
  const edit = (part: Partial<OwnSettings>) => setDraft({ ...draft, ...part });
  const write: Write<Settings> = async ({ value, tag }) =>
    versions.start(await acts.change(changeOf(value, draft), tag));
  const finish = () => showToast({ color: 'success', text: common.saved });
  const nameFault = draft.name.trim() === '' ? common.required : undefined;
  const { members, withoutContact } = version.value.affects;
  const limits = version.value.deployment.retentionDays;
  const isFaulty = nameFault !== undefined || isRetentionFault(draft, limits);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isFaulty) setAsking(true);
      }}
    >
      <ChangedNotice tid={tid} kind="settings" id={tid} versions={versions} write={write} isDirty={isDirty} />
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
        <SelectInput
          label={texts.exactPages}
          hint={texts.exactPagesHint}
          value={draft.exactPages}
          onChange={(exactPages) => edit({ exactPages })}
          options={exactPagesModes.map((id) => ({
            id,
            label: texts.exactPagesModes[id],
            hint: texts.exactPagesModeHints[id],
          }))}
        />
        <Switch isSelected={draft.renditions} onChange={(renditions) => edit({ renditions })}>
          {texts.renditions}
        </Switch>
        <p className={styles.hint}>{texts.renditionsHint}</p>
        <Switch isSelected={draft.fullTextSearch} onChange={(fullTextSearch) => edit({ fullTextSearch })}>
          {texts.fullTextSearch}
        </Switch>
        <p className={styles.hint}>{texts.fullTextSearchHint}</p>
        <PrintingInput
          tid={tid}
          value={draft.printingMaxLevel}
          onChange={(printingMaxLevel) => edit({ printingMaxLevel })}
        />
        <Switch isSelected={draft.insightOnPeople} onChange={(insightOnPeople) => edit({ insightOnPeople })}>
          {texts.insightOnPeople}
        </Switch>
        <p className={styles.hint}>{texts.insightOnPeopleHint}</p>
      </Section>
      <Section title={texts.retention}>
        <RetentionFields values={draft} limits={limits} onChange={edit} />
      </Section>
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isDisabled={!isDirty || isFaulty}>
          {common.save}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={texts.confirmTitle}
          confirmLabel={common.save}
          onConfirm={async () => {
            if (await versions.attempt(write)) finish();
          }}
          onClose={() => setAsking(false)}
        >
          <ul className={styles.effects}>
            {effectsOf(changeOf(versions.base.value, draft)).map((effect) => (
              <li key={effect}>{texts.effects[effect](members, withoutContact, draft)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
      <VersionsDialog versions={versions} wordsOf={wordsOf} mine={wordsOf(draft)} onWritten={finish} />
    </form>
  );
}

/** Returns a function that puts the settings in words. */
function useSettingsWords() {
  const { settings: texts, common } = useTexts();
  return ({
    name,
    logo,
    secondFactor,
    otherClientsAllowed,
    exactPages,
    renditions,
    fullTextSearch,
    printingMaxLevel,
    insightOnPeople,
    messageDays,
    applicationDays,
    archiveApplications,
  }: OwnSettings) =>
    [
      [texts.name, name],
      [texts.logo, logo ?? ''],
      [texts.secondFactor, texts.secondFactors[secondFactor]],
      [texts.otherClients, otherClientsAllowed ? common.yes : common.no],
      [texts.exactPages, texts.exactPagesModes[exactPages]],
      [texts.renditions, renditions ? common.yes : common.no],
      [texts.fullTextSearch, fullTextSearch ? common.yes : common.no],
      [texts.printing, texts.printingUpTo(printingMaxLevel)],
      [texts.insightOnPeople, insightOnPeople ? common.yes : common.no],
      [texts.messageDays, texts.keptFor(messageDays)],
      [texts.applicationDays, texts.keptFor(applicationDays)],
      [texts.archiveApplications, archiveApplications ? common.yes : common.no],
    ] as const;
}

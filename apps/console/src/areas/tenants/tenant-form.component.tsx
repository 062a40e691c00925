import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { ChangedNotice } from '../../kit/changed-notice.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Switch, TextInput } from '../../kit/fields.component.tsx';
import { Form } from '../../kit/form.component.tsx';
import { PrintingInput } from '../../kit/printing-input.component.tsx';
import { isRetentionFault, retentionEffectsOf } from '../../kit/retention.rules.ts';
import { RetentionFields } from '../../kit/retention-fields.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { useSubmit } from '../../kit/submit.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions, type Write } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { type Tenant, type TenantChange, useTenantActs } from './tenants.queries.ts';

const secondFactors = ['none', 'new_devices', 'always'] as const;
const exactPagesModes = ['ask', 'preload', 'off'] as const;

type TenantFormProps = { readonly formID: string; readonly version: Tagged<Tenant> };

const valuesOf = (tenant: Tenant) => ({
  name: tenant.name,
  serviceVersion: tenant.serviceVersion,
  namespace: tenant.namespace ?? '',
  serviceAPI: tenant.serviceAPI ?? '',
  secondFactor: tenant.secondFactor,
  exactPages: tenant.exactPages,
  renditions: tenant.renditions,
  fullTextSearch: tenant.fullTextSearch,
  printingMaxLevel: tenant.printingMaxLevel,
  insightOnPeople: tenant.insightOnPeople,
  messageDays: tenant.messageDays,
  applicationDays: tenant.applicationDays,
  archiveApplications: tenant.archiveApplications,
  otherClientsAllowed: tenant.otherClientsAllowed,
  isLocal: tenant.isLocal,
});
type TenantValues = ReturnType<typeof valuesOf>;

/** The fields that differ from an organisation. A namespace stays when its field is empty. */
function changeOf(tenant: Tenant, values: TenantValues): TenantChange {
  const form = {
    ...values,
    name: values.name.trim(),
    serviceVersion: values.serviceVersion.trim(),
    namespace: values.namespace.trim() || tenant.namespace,
    serviceAPI: values.serviceAPI.trim() || null,
  };
  const changed = Object.entries(form).filter(([key, value]) => tenant[key as keyof typeof form] !== value);
  return Object.fromEntries(changed);
}

type TenantWords = Pick<Tenant, keyof TenantValues>;

/** Returns a function that puts the settings of an organisation in words. */
export function useTenantWords() {
  const { tenants: texts, settings, common } = useTexts();
  const yesNo = (value: boolean) => (value ? common.yes : common.no);
  return (values: TenantWords) =>
    [
      [texts.name, values.name],
      [texts.serviceVersion, values.serviceVersion],
      [texts.secondFactor, texts.secondFactors[values.secondFactor]],
      [texts.exactPages, texts.exactPagesModes[values.exactPages]],
      [texts.renditions, yesNo(values.renditions)],
      [texts.fullTextSearch, yesNo(values.fullTextSearch)],
      [settings.printing, settings.printingUpTo(values.printingMaxLevel)],
      [texts.insightOnPeople, yesNo(values.insightOnPeople)],
      [settings.messageDays, settings.keptFor(values.messageDays)],
      [settings.applicationDays, settings.keptFor(values.applicationDays)],
      [settings.archiveApplications, yesNo(values.archiveApplications)],
      [texts.namespace, values.namespace ?? ''],
      [texts.serviceAPI, values.serviceAPI ?? ''],
      [texts.isLocal, yesNo(values.isLocal)],
      [texts.otherClientsAllowed, yesNo(values.otherClientsAllowed)],
    ] as const;
}

/**
 * The settings of an organisation that an operator can change. Only changed fields are sent. A change of retention deletes content
 * for good, so that the form asks before it is saved.
 */
export function TenantForm({ formID, version }: TenantFormProps) {
  const { tenants: texts, settings, common } = useTexts();
  const acts = useTenantActs(version.value.tid);
  const wordsOf = useTenantWords();
  const [values, setValues] = useState(() => valuesOf(version.value));
  // The page may show a newer version than the one that the form started from.
  const [shown, setShown] = useState(values);
  const isDirty = wordsOf(values).join('\n') !== wordsOf(shown).join('\n');
  const [isAsking, setAsking] = useState(false);
  const { isPending, error, submit } = useSubmit();
  const versions = useVersions(version, {
    read: acts.read,
    isDirty,
    show: (tenant) => {
      setValues(valuesOf(tenant));
      setShown(valuesOf(tenant));
    },
  });
  const edit = (part: Partial<TenantValues>) => setValues({ ...values, ...part });
  const required = (value: string) => (value.trim() === '' ? common.required : undefined);
  const write: Write<Tenant> = async ({ value, tag }) =>
    versions.start(await acts.change(changeOf(value, values), tag));
  const finish = () => showToast({ color: 'success', text: common.saved });
  const effects = retentionEffectsOf(changeOf(versions.base.value, values));
  const isFaulty =
    values.name.trim() === '' ||
    values.serviceVersion.trim() === '' ||
    isRetentionFault(values, { messages: null, applications: null });
  const save = async () => {
    await submit(async () => {
      if (await versions.attempt(write)) finish();
    });
  };
  return (
    <Form
      id={formID}
      isPending={isPending}
      error={error}
      onSubmit={() => {
        if (isFaulty) return;
        if (effects.length > 0) setAsking(true);
        else void save();
      }}
    >
      <ChangedNotice
        kind="tenants"
        id={version.value.tid}
        versions={versions}
        write={write}
        isDirty={isDirty}
      />
      <TextInput
        label={texts.name}
        error={required(values.name)}
        value={values.name}
        onChange={(name) => edit({ name })}
        maxLength={100}
      />
      <TextInput
        label={texts.serviceVersion}
        error={required(values.serviceVersion)}
        value={values.serviceVersion}
        onChange={(serviceVersion) => edit({ serviceVersion })}
        maxLength={40}
      />
      <SelectInput
        label={texts.secondFactor}
        value={values.secondFactor}
        onChange={(secondFactor) => edit({ secondFactor })}
        options={secondFactors.map((id) => ({ id, label: texts.secondFactors[id] }))}
      />
      <SelectInput
        label={texts.exactPages}
        value={values.exactPages}
        onChange={(exactPages) => edit({ exactPages })}
        options={exactPagesModes.map((id) => ({ id, label: texts.exactPagesModes[id] }))}
      />
      <PrintingInput
        tid={version.value.tid}
        value={values.printingMaxLevel}
        onChange={(printingMaxLevel) => edit({ printingMaxLevel })}
      />
      <TextInput
        label={texts.namespace}
        hint={texts.namespaceHint}
        value={values.namespace}
        onChange={(namespace) => edit({ namespace })}
        maxLength={253}
      />
      <TextInput
        label={texts.serviceAPI}
        hint={texts.serviceAPIHint}
        value={values.serviceAPI}
        onChange={(serviceAPI) => edit({ serviceAPI })}
        maxLength={300}
      />
      <Switch isSelected={values.renditions} onChange={(renditions) => edit({ renditions })}>
        {texts.renditions}
      </Switch>
      <Switch isSelected={values.fullTextSearch} onChange={(fullTextSearch) => edit({ fullTextSearch })}>
        {texts.fullTextSearch}
      </Switch>
      <Switch isSelected={values.insightOnPeople} onChange={(insightOnPeople) => edit({ insightOnPeople })}>
        {texts.insightOnPeople}
      </Switch>
      <Switch isSelected={values.isLocal} onChange={(isLocal) => edit({ isLocal })}>
        {texts.isLocal}
      </Switch>
      <Switch
        isSelected={values.otherClientsAllowed}
        onChange={(otherClientsAllowed) => edit({ otherClientsAllowed })}
      >
        {texts.otherClientsAllowed}
      </Switch>
      <RetentionFields values={values} limits={null} onChange={edit} />
      {isAsking ? (
        <ConfirmDialog
          title={settings.confirmTitle}
          confirmLabel={common.save}
          onConfirm={save}
          onClose={() => setAsking(false)}
        >
          <ul>
            {effects.map((effect) => (
              <li key={effect}>{settings.effects[effect](version.value.members, 0, values)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
      <VersionsDialog
        versions={versions}
        wordsOf={(tenant) => [...wordsOf(tenant), [texts.state, texts.states[tenant.state]]]}
        mine={[...wordsOf(values), [texts.state, texts.states[versions.base.value.state]]]}
        onWritten={finish}
      />
    </Form>
  );
}

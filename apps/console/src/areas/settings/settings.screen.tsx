import { useTexts } from '../../i18n/index.ts';
import { Facts, Page, Section } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTenantID } from '../../shell/tenant.hook.ts';
import styles from './settings.module.css';
import { type Settings, useSettings } from './settings.queries.ts';
import { SettingsForm } from './settings-form.component.tsx';

const bytesPerMebibyte = 1024 ** 2;

/** What administrators set for their organisation, and what others set for it. */
export default function SettingsScreen() {
  const { settings: texts, shell } = useTexts();
  const tid = useTenantID();
  const settings = useSettings(tid);
  return (
    <Page title={shell.areas.settings} lead={texts.lead}>
      {settings.isError ? (
        <StatePane kind="error" error={settings.error} onRetry={() => void settings.refetch()} />
      ) : settings.data === undefined ? (
        <StatePane kind="loading" />
      ) : (
        <>
          <SettingsForm key={tid} tid={tid} version={settings.data} />
          <FixedSettings settings={settings.data.value} />
        </>
      )}
    </Page>
  );
}

/** The settings that administrators only read, with who changes them. */
function FixedSettings({ settings }: { readonly settings: Settings }) {
  const { settings: texts, common } = useTexts();
  const { operated, deployment } = settings;
  const quota = (bytes: number | null) =>
    bytes === null ? texts.unlimited : texts.mebibytes(Math.round(bytes / bytesPerMebibyte));
  return (
    <>
      <Section title={texts.operatedTitle}>
        <p className={styles.hint}>{texts.operatedHint}</p>
        <Facts
          facts={[
            [texts.namespace, operated.namespace ?? common.none],
            [texts.server, operated.serviceAPI ?? texts.thisService],
            [texts.serviceVersion, operated.serviceVersion],
            [texts.key, operated.key],
          ]}
        />
      </Section>
      <Section title={texts.deploymentTitle}>
        <p className={styles.hint}>{texts.deploymentHint}</p>
        <Facts
          facts={[
            [texts.passwordRules, texts.passwordRuleSets[deployment.passwordRules]],
            [
              texts.sessions,
              deployment.sessionDays === null ? texts.unlimited : texts.days(deployment.sessionDays),
            ],
            [texts.membership, texts.memberships[deployment.membership]],
            [texts.personQuota, quota(deployment.quotaBytes.person)],
            [texts.tenantQuota, quota(deployment.quotaBytes.tenant)],
            [texts.refusedFileTypes, deployment.refusedFileTypes.join(', ') || common.none],
            [texts.agreements, texts.agreementSources[deployment.agreements]],
            [
              texts.codeChannels,
              deployment.codeChannels.map((channel) => texts.channels[channel]).join(texts.separator) ||
                common.none,
            ],
          ]}
        />
      </Section>
    </>
  );
}

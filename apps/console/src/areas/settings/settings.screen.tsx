import { useTexts } from '../../i18n/index.ts';
import { Page } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { FixedSettings } from './fixed-settings.component.tsx';
import { useSettings } from './settings.queries.ts';
import { SettingsForm } from './settings-form.component.tsx';

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

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DeliverySettings } from '../../kit/delivery-settings.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { MasterKey } from '../../kit/master-key.component.tsx';
import { Notice } from '../../kit/notice.component.tsx';
import { Facts, Page, Tag } from '../../kit/page.component.tsx';
import { focusPageTitle } from '../../kit/page-title.util.ts';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useMasterKey } from '../../platform/deployment.queries.ts';
import { type ConfigParam, useConfigParams } from './configuration.queries.ts';
import { ParamDialog } from './param-dialog.component.tsx';

/** The settings of the deployment: apps, mail, text messages, master key. */
export default function ConfigurationScreen() {
  const { configuration: texts, deployment, shell } = useTexts();
  return (
    <Page title={shell.areas.configuration} lead={texts.lead}>
      <MasterKeyReminder />
      <DetailTabs
        label={shell.areas.configuration}
        tabs={[
          { id: 'apps', title: texts.apps, content: <AppSettings /> },
          { id: 'mail', title: deployment.mail.title, content: <DeliverySettings channel="mail" /> },
          { id: 'sms', title: deployment.sms.title, content: <DeliverySettings channel="sms" /> },
          { id: masterKeyTab, title: deployment.masterKey.title, content: <MasterKey /> },
        ]}
      />
    </Page>
  );
}

const masterKeyTab = 'master-key';

/** Reminds of the copy of the master key until an operator confirms it. */
function MasterKeyReminder() {
  const texts = useTexts().deployment.masterKey;
  const [params, setParams] = useSearchParams();
  const masterKey = useMasterKey();
  const isConfirmed = masterKey.data === undefined || masterKey.data.confirmedAt !== null;
  if (isConfirmed || params.get('tab') === masterKeyTab) return null;
  return (
    <Notice kind="warning">
      {texts.reminder}{' '}
      <Button
        kind="quiet"
        onPress={() => {
          setParams({ tab: masterKeyTab });
          focusPageTitle();
        }}
      >
        {texts.title}
      </Button>
    </Notice>
  );
}

/** The settings that apps receive. */
function AppSettings() {
  const { configuration: texts, common } = useTexts();
  const params = useConfigParams();
  const [changed, setChanged] = useState<ConfigParam | null>(null);
  return (
    <>
      {params.error === null ? null : (
        <StatePane kind="error" error={params.error} onRetry={() => void params.refetch()} />
      )}
      <Facts
        facts={(params.data?.data ?? []).map((param) => [
          param.name,
          <span key={param.name}>
            {param.value === '' ? common.none : param.value}{' '}
            <Tag tone={param.isDefault ? 'neutral' : 'good'}>
              {param.isDefault ? texts.isDefault : texts.isChanged}
            </Tag>{' '}
            <Button aria-label={`${common.change}: ${param.name}`} onPress={() => setChanged(param)}>
              {common.change}
            </Button>
          </span>,
        ])}
      />
      {changed === null ? null : <ParamDialog param={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

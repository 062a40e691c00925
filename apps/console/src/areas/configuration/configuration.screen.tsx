import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { Facts, Page, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { type ConfigParam, useAgreements, useConfigParams } from './configuration.queries.ts';
import { ParamDialog } from './param-dialog.component.tsx';

/** The settings that apps receive, and the versions of the agreements. */
export default function ConfigurationScreen() {
  const { configuration: texts, common, shell } = useTexts();
  const params = useConfigParams();
  const agreements = useAgreements();
  const [changed, setChanged] = useState<ConfigParam | null>(null);
  return (
    <Page title={shell.areas.configuration} lead={texts.lead}>
      <Section title={texts.parameters}>
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
      </Section>
      <Section title={texts.agreements}>
        {agreements.error === null ? null : (
          <StatePane kind="error" error={agreements.error} onRetry={() => void agreements.refetch()} />
        )}
        {agreements.data ? (
          <Facts
            facts={(['eula', 'privacyPolicy'] as const).map((name) => [
              texts[name],
              `${agreements.data[name].title} ${texts.version(agreements.data[name].version)}`,
            ])}
          />
        ) : null}
      </Section>
      {changed === null ? null : <ParamDialog param={changed} onClose={() => setChanged(null)} />}
    </Page>
  );
}

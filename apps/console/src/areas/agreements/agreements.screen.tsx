import { useTexts } from '../../i18n/index.ts';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { Page } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { AgreementTab } from './agreement-tab.component.tsx';
import { useAgreements } from './agreements.queries.ts';

/** The agreements of the deployment with their versions. */
export default function AgreementsScreen() {
  const { agreements: texts, shell } = useTexts();
  const found = useAgreements();
  return (
    <Page title={shell.areas.agreements} lead={texts.lead}>
      {found.error === null ? null : (
        <StatePane kind="error" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isLoading ? <StatePane kind="loading" /> : null}
      {found.data === undefined ? null : (
        <DetailTabs
          label={shell.areas.agreements}
          tabs={found.data.map((agreement) => ({
            id: agreement.agreement,
            title: texts.names[agreement.agreement],
            content: <AgreementTab agreement={agreement} />,
          }))}
        />
      )}
    </Page>
  );
}

import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { FailedDeliveries } from '../../kit/failed-deliveries.component.tsx';
import { Page } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { FailedJobsTab } from './failed-jobs-tab.component.tsx';
import { useHealth, useHealthActs } from './health.queries.ts';
import { MetricsTab } from './metrics-tab.component.tsx';
import { StateTab } from './state-tab.component.tsx';

/** The state of the deployment, its failed jobs and its metrics. */
export default function HealthScreen() {
  const { health: texts, common, shell } = useTexts();
  const format = useFormat();
  const health = useHealth();
  const [isAsking, setAsking] = useState(false);
  const nodes = health.data?.nodes ?? [];
  return (
    <Page
      title={shell.areas.health}
      lead={texts.lead}
      actions={
        <>
          <Button isPending={health.isFetching} onPress={() => void health.refetch()}>
            {common.refresh}
          </Button>
          <Button onPress={() => setAsking(true)}>{texts.housekeep.action}</Button>
        </>
      }
    >
      {health.data === undefined ? null : <p>{common.readAt(format.exactTime(health.data.readAt))}</p>}
      {health.error === null ? null : (
        <StatePane kind="error" error={health.error} onRetry={() => void health.refetch()} />
      )}
      <DetailTabs
        label={shell.areas.health}
        tabs={[
          {
            id: 'state',
            title: texts.tabs.state,
            content:
              health.data === undefined ? (
                health.error === null && <StatePane kind="loading" />
              ) : (
                <StateTab health={health.data} />
              ),
          },
          {
            id: 'jobs',
            title: texts.tabs.jobs,
            content: <FailedJobsTab queues={(health.data?.queues ?? []).map(({ queue }) => queue)} />,
          },
          { id: 'deliveries', title: texts.tabs.deliveries, content: <FailedDeliveries /> },
          {
            id: 'metrics',
            title: texts.tabs.metrics,
            content: <MetricsTab nodes={nodes.map(({ node }) => node)} />,
          },
        ]}
      />
      {isAsking ? <HousekeepingDialog onClose={() => setAsking(false)} /> : null}
    </Page>
  );
}

function HousekeepingDialog({ onClose }: { readonly onClose: () => void }) {
  const { housekeep } = useTexts().health;
  const { runHousekeeping } = useHealthActs();
  return (
    <ConfirmDialog
      title={housekeep.title}
      confirmLabel={housekeep.action}
      onConfirm={async () => {
        const outcome = await runHousekeeping();
        showToast({
          color: outcome === 'done' ? 'success' : 'error',
          text: housekeep.outcomes[outcome],
        });
      }}
      onClose={onClose}
    >
      <p>{housekeep.text}</p>
    </ConfirmDialog>
  );
}

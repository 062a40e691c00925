import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { FilterBar, Tag } from '../../kit/page.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { type FailedJob, useFailedJobs, useHealthActs } from './health.queries.ts';

const allQueues = 'all';

/** Jobs whose last attempt failed, with the cause. An operator retries them at once. */
export function FailedJobsTab({ queues }: { readonly queues: readonly string[] }) {
  const { health: texts, common } = useTexts();
  const errorText = useErrorText();
  const format = useFormat();
  const list = useListState();
  const { retryJob } = useHealthActs();
  const queue = list.filter('queue');
  const { skip, limit } = list.query;
  const found = useFailedJobs({ skip, limit, ...(queue === undefined ? {} : { queue }) });
  const retry = async ({ jobID }: FailedJob) => {
    try {
      await retryJob(jobID);
      showToast({ color: 'success', text: texts.retried });
    } catch (error) {
      showToast({ color: 'error', text: errorText(error) });
    }
  };
  const columns: readonly TableColumn<FailedJob>[] = [
    { id: 'queue', title: texts.queue, render: (job) => job.queue, width: 190 },
    {
      id: 'state',
      title: texts.state,
      render: ({ state }) => (
        <Tag tone={state === 'failed' ? 'bad' : 'warning'}>{texts.jobStates[state]}</Tag>
      ),
      width: 130,
    },
    {
      id: 'cause',
      title: texts.cause,
      render: ({ cause }) => (cause === 'queue' ? texts.queueCause : (cause ?? common.unknown)),
      width: 240,
    },
    { id: 'attempts', title: texts.attempts, render: (job) => format.number(job.attempts), width: 110 },
    {
      id: 'nextAttemptAt',
      title: texts.nextAttempt,
      render: ({ nextAttemptAt }) => (nextAttemptAt === null ? common.none : format.time(nextAttemptAt)),
      width: 190,
    },
    {
      id: 'createAt',
      title: texts.createdAt,
      render: (job) => format.time(job.createAt),
      width: 190,
      isHidden: true,
    },
    {
      id: 'retry',
      title: texts.retry,
      render: (job) => (
        <Button aria-label={`${texts.retry}: ${job.queue}`} onPress={() => void retry(job)}>
          {texts.retry}
        </Button>
      ),
      width: 150,
    },
  ];
  const names = [...new Set([...queues, ...(queue === undefined ? [] : [queue])])];
  return (
    <div className="stack">
      <FilterBar>
        <SelectInput
          label={texts.queue}
          value={queue ?? allQueues}
          onChange={(name) => list.change({ queue: name === allQueues ? undefined : name })}
          options={[
            { id: allQueues, label: texts.allQueues },
            ...names.map((name) => ({ id: name, label: name })),
          ]}
        />
      </FilterBar>
      <DataTable
        name="failed-jobs"
        label={texts.tabs.jobs}
        columns={columns}
        rowID={({ jobID }) => jobID}
        data={found.data}
        error={found.error}
        isRefreshing={found.isFetching}
        state={list}
        onRetry={() => void found.refetch()}
        empty={{ title: texts.noFailedJobs, hint: texts.noFailedJobsHint }}
      />
    </div>
  );
}

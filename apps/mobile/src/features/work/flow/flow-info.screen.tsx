import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState, ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { FlowDownload } from '../../../shell/downloads/flow-download.component.tsx';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { FlowProblemState } from '../decide/flow-problem.component.tsx';
import { problemOf } from '../decide/flow-problem.rules.ts';
import { Discussion } from '../discussion/discussion.component.tsx';
import { FlowFacts } from '../facts/flow-facts.component.tsx';
import { FlowFiles } from '../facts/flow-files.component.tsx';
import { parseFlowAddress } from '../flow-address.rules.ts';
import { FollowButton } from '../follow/follow-button.component.tsx';
import { StoredNotice } from '../list/stored-notice.component.tsx';
import { useVisibleButtons } from '../list/work-buttons.hook.ts';
import { useOutboxEntryOf } from '../outbox/outbox-entries.hook.ts';
import { OutboxNotice } from '../outbox/outbox-notice.component.tsx';
import { QueueLeft } from '../queue/queue-left.component.tsx';
import { useAwaitedDocument } from '../queue/with-document.hook.ts';
import { FlowChanges } from '../returns/changes.component.tsx';
import { ReturnedNotice } from '../returns/returned-notice.component.tsx';
import { type FlowView, useFlow } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { DecisionBar } from './decision-bar.component.tsx';
import { flowButtons } from './flow-buttons.rules.ts';
import styles from './flow-info.module.css';
import { Timeline } from './timeline.component.tsx';

/** /flowinfo and /flowinfo16?flowID=…&taskID=…: an application, with the user's task in it. */
export default function FlowInfoScreen() {
  const { work, shell } = useTexts();
  const navigate = useNavigate();
  const query = useQueryParams();
  const address = parseFlowAddress(query);
  if (address !== null)
    return <FlowInfo key={address.flowID} flowID={address.flowID} taskID={address.taskID} />;
  return (
    <Screen title={shell.titles.flowinfo}>
      <EmptyState
        title={work.notFound}
        action={
          <Button onClick={() => navigate(paths.approval, { replace: true })}>{work.lists.tasks}</Button>
        }
      />
    </Screen>
  );
}

type FlowInfoProps = { readonly flowID: string; readonly taskID: string | null };

function FlowInfo({ flowID, taskID }: FlowInfoProps) {
  const { shell, common } = useTexts();
  const errorOf = useErrorText();
  const showFailure = useShowFailure();
  const { data, storedAt, error, isPending, isFetching, refetch } = useFlow(flowID);
  const entry = useOutboxEntryOf([data?.info.myTask?.id, taskID, flowID]);
  const problem = problemOf(error);
  useAwaitedDocument(data);
  const refresh = async () => {
    const result = await refetch();
    if (result.error !== null) showFailure(result.error);
  };
  const retry = () => void refetch();
  return (
    <Screen
      title={shell.titles.flowinfo}
      onRefresh={refresh}
      trailing={useFollowButton(data)}
      bottom={useDecisionBar(data, entry?.state === 'waiting')}
    >
      {entry === undefined ? null : <OutboxNotice entry={entry} />}
      {isPending ? <SkeletonList label={common.loading} rows={5} /> : null}
      {problem !== null && data === undefined ? <FlowProblemState problem={problem} /> : null}
      {error !== null && problem === null && data === undefined && !isPending ? (
        <ErrorState text={errorOf(error)} retryLabel={common.retry} retrying={isFetching} onRetry={retry} />
      ) : null}
      {storedAt === null || error === null ? null : (
        <StoredNotice storedAt={storedAt} error={error} retrying={isFetching} onRetry={retry} />
      )}
      {data?.info.myTask?.state === 'awaiting' && entry === undefined ? (
        <QueueLeft taskID={data.info.myTask.id} />
      ) : null}
      {data === undefined ? null : <FlowArticle view={data} />}
    </Screen>
  );
}

function useFollowButton(view: FlowView | undefined) {
  const { fid } = useWorkTenant();
  const { user } = useSignedIn();
  if (view === undefined || view.info.state === 'new') return undefined;
  return <FollowButton flow={view.info} isOwn={view.info.applicant.fid === (user?.fid ?? fid)} />;
}

/** The bar with the decisions; undefined while a decision on the application is queued. */
function useDecisionBar(view: FlowView | undefined, isQueued: boolean) {
  const { fid } = useWorkTenant();
  const { user } = useSignedIn();
  const visible = useVisibleButtons();
  if (view === undefined || isQueued) return undefined;
  const buttons = flowButtons(view.info, { fid: user?.fid ?? fid, visible });
  return buttons.length === 0 ? undefined : <DecisionBar view={view} buttons={buttons} />;
}

function FlowArticle({ view }: { readonly view: FlowView }) {
  const { info, files, process } = view;
  const { work } = useTexts();
  const { fid } = useWorkTenant();
  const { user } = useSignedIn();
  const visible = useVisibleButtons();
  return (
    <article className={styles.flow}>
      <ReturnedNotice flow={info} isOwn={info.applicant.fid === (user?.fid ?? fid)} />
      <FlowFacts flow={info} />
      <FlowChanges flow={info} />
      <section className={styles.section} aria-label={work.files(files.length)}>
        <h3 className={styles.heading}>{work.files(files.length)}</h3>
        <FlowFiles flow={info} files={files} />
        {files.length > 0 && info.state !== 'new' && visible.download ? <FlowDownload flow={info} /> : null}
      </section>
      <section className={styles.section} aria-label={work.process}>
        <h3 className={styles.heading}>{work.process}</h3>
        <Timeline steps={process} />
      </section>
      {info.state === 'new' ? null : (
        <section className={styles.section} aria-label={work.discussion.title}>
          <h3 className={styles.heading}>{work.discussion.title}</h3>
          <Discussion view={view} />
        </section>
      )}
    </article>
  );
}

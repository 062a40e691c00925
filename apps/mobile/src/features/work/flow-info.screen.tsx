import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../app/shell/paths.ts';
import { Screen } from '../../app/shell/screen.component.tsx';
import { showSnackbar } from '../../app/shell/snackbar.store.ts';
import { useTexts } from '../../i18n/index.ts';
import { useErrorText } from '../../platform/api/index.ts';
import { Button } from '../../ui/button.component.tsx';
import { SkeletonList } from '../../ui/skeleton.component.tsx';
import { EmptyState, ErrorState } from '../../ui/state.component.tsx';
import { useDecisionDepth } from './decision-depth.hook.ts';
import { decisionPath, readAddress } from './flow-address.rules.ts';
import { FlowFacts } from './flow-facts.component.tsx';
import { FlowFiles } from './flow-files.component.tsx';
import styles from './flow-info.module.css';
import { Timeline } from './timeline.component.tsx';
import { useFlow } from './work.queries.ts';

/** /flowinfo and /flowinfo16?flowID=…&taskID=…: one application, and the task in it that is the person's. */
export default function FlowInfoScreen() {
  const { work, shell } = useTexts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const address = readAddress(query);
  if (address === null) {
    return (
      <Screen title={shell.titles.flowinfo}>
        <EmptyState
          title={work.notFound}
          action={
            <Button onClick={() => void navigate(paths.approval, { replace: true })}>
              {work.lists.tasks}
            </Button>
          }
        />
      </Screen>
    );
  }
  return <FlowInfo key={address.flowID} flowID={address.flowID} />;
}

function FlowInfo({ flowID }: { readonly flowID: string }) {
  const { work, shell, common } = useTexts();
  const errorOf = useErrorText();
  const navigate = useNavigate();
  const { depth } = useDecisionDepth();
  const { data, error, isPending, isFetching, refetch } = useFlow(flowID);
  const myTask = data?.info.myTask ?? null;
  const canDecide = myTask?.state === 'awaiting' && myTask.nodeType === 'approve';
  const decide = (verdict: 'approve' | 'reject') => {
    if (myTask !== null)
      void navigate(decisionPath(verdict, { flowID, taskID: myTask.id }), { state: { depth } });
  };
  const refresh = async () => {
    const result = await refetch();
    if (result.error !== null) showSnackbar({ color: 'error', text: errorOf(result.error) });
  };
  return (
    <Screen
      title={shell.titles.flowinfo}
      onRefresh={refresh}
      bottom={
        canDecide ? (
          <>
            <Button onClick={() => decide('reject')}>{work.reject}</Button>
            <Button look="primary" onClick={() => decide('approve')}>
              {work.approve}
            </Button>
          </>
        ) : undefined
      }
    >
      {isPending ? <SkeletonList label={common.loading} rows={5} /> : null}
      {error !== null && data === undefined ? (
        <ErrorState
          text={errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {data === undefined ? null : (
        <article className={styles.flow}>
          <FlowFacts flow={data.info} />
          <section className={styles.section} aria-label={work.files(data.files.length)}>
            <h3 className={styles.heading}>{work.files(data.files.length)}</h3>
            <FlowFiles flow={data.info} files={data.files} />
          </section>
          <section className={styles.section} aria-label={work.process}>
            <h3 className={styles.heading}>{work.process}</h3>
            <Timeline steps={data.process} />
          </section>
        </article>
      )}
    </Screen>
  );
}

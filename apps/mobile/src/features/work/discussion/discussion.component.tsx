import type { Flow } from '@sealflow/contract';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { FlowFileRow } from '../facts/flow-file-row.component.tsx';
import type { FlowView } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import { CommentForm } from './comment-form.component.tsx';
import styles from './discussion.module.css';
import { commentsIn, type FlowComment, useComments } from './discussion.queries.ts';
import { participantsOf } from './mentions.rules.ts';

/** The comments of the participants on an application, and the field for a new one. */
export function Discussion({ view: { info, process } }: { readonly view: FlowView }) {
  const { common, work } = useTexts();
  const { discussion } = work;
  const errorOf = useErrorText();
  const { fid } = useWorkTenant();
  const { user } = useSignedIn();
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useComments(info.id);
  const comments = commentsIn(data);
  return (
    <>
      {hasNextPage ? (
        <div className={styles.earlier}>
          <Button variant="quiet" loading={isFetching} onClick={() => void fetchNextPage()}>
            {discussion.earlier}
          </Button>
        </div>
      ) : null}
      {isPending ? <SkeletonList label={common.loading} rows={1} /> : null}
      {error !== null && data === undefined ? (
        <ErrorState
          text={errorOf(error)}
          retryLabel={common.retry}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      <div role="log" aria-label={discussion.title}>
        {comments.length === 0 ? null : (
          <ol className={styles.comments}>
            {comments.map((comment) => (
              <Comment key={comment.id} flow={info} comment={comment} />
            ))}
          </ol>
        )}
      </div>
      {data !== undefined && comments.length === 0 ? (
        <p className={styles.empty}>{discussion.empty}</p>
      ) : null}
      <CommentForm
        flowID={info.id}
        participants={participantsOf(info.applicant, process, user?.fid ?? fid)}
      />
    </>
  );
}

type CommentProps = { readonly flow: Pick<Flow, 'id' | 'title'>; readonly comment: FlowComment };

function Comment({ flow, comment: { author, text, files, createAt } }: CommentProps) {
  const { discussion } = useTexts().work;
  const language = useLanguage();
  const { tid, tname } = useWorkTenant();
  const { openFlowFile } = usePreviewLayer();
  return (
    <li>
      <p className={styles.head}>
        <span className={styles.author}>{author.name || author.fid}</span>
        <time className={styles.soft} dateTime={new Date(createAt).toISOString()}>
          {fullTime(createAt, language)}
        </time>
      </p>
      {text === '' ? null : <p className={styles.text}>{text}</p>}
      {files === undefined ? null : (
        <ul className={styles.files} aria-label={discussion.filesOf(author.name || author.fid)}>
          {files.map((file) => (
            <li key={file.uri}>
              <FlowFileRow
                file={file}
                onClick={() =>
                  openFlowFile({
                    tid,
                    tname,
                    flowID: flow.id,
                    flowName: flow.title,
                    uri: file.uri,
                    name: file.name,
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

import { flowCommentLimits } from '@sealflow/domain/workflow';
import { classNames } from '@sealflow/ui/class-names.util.ts';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import area from '@sealflow/ui/inputs/text-area.module.css';
import { Menu } from '@sealflow/ui/overlays/menu.component.tsx';
import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { ErrorState } from '@sealflow/ui/status/state.component.tsx';
import { useId, useRef } from 'react';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useErrorText } from '../../../platform/api/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { useTextDraft } from '../text-draft.hook.ts';
import type { FlowView } from '../work.queries.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import styles from './discussion.module.css';
import { commentsIn, type FlowComment, useAddComment, useComments } from './discussion.queries.ts';
import { addMention, mentionedIn, type Participant, participantsOf } from './mentions.rules.ts';

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
              <Comment key={comment.id} comment={comment} />
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

function Comment({ comment: { author, text, createAt } }: { readonly comment: FlowComment }) {
  const language = useLanguage();
  return (
    <li>
      <p className={styles.head}>
        <span className={styles.author}>{author.name || author.fid}</span>
        <time className={styles.soft} dateTime={new Date(createAt).toISOString()}>
          {fullTime(createAt, language)}
        </time>
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  );
}

type CommentFormProps = { readonly flowID: string; readonly participants: readonly Participant[] };

function CommentForm({ flowID, participants }: CommentFormProps) {
  const { discussion } = useTexts().work;
  const showFailure = useShowFailure();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, isReady, setText } = useTextDraft(`comment:${flowID}`);
  const { mutateAsync, isPending } = useAddComment(flowID);
  const mention = (fid: string) => {
    const person = participants.find((one) => one.fid === fid);
    if (person === undefined) return;
    setText(addMention(text, person).slice(0, flowCommentLimits.characters));
  };
  const send = async () => {
    try {
      await mutateAsync({ text: text.trim(), mentions: mentionedIn(text, participants) });
      setText('');
      field.current?.focus();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className={styles.label} htmlFor={id}>
        {discussion.add}
      </label>
      <textarea
        ref={field}
        id={id}
        className={classNames(area.text, styles.field)}
        value={text}
        rows={2}
        maxLength={flowCommentLimits.characters}
        placeholder={discussion.placeholder}
        disabled={!isReady}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        {participants.length === 0 ? null : (
          <Menu
            trigger={<Button variant="secondary">{discussion.mention}</Button>}
            items={participants.map(({ fid, name }) => ({ id: fid, label: name }))}
            onSelect={mention}
            finalFocus={field}
          />
        )}
        <Button type="submit" variant="primary" loading={isPending} disabled={text.trim() === ''}>
          {discussion.send}
        </Button>
      </div>
    </form>
  );
}

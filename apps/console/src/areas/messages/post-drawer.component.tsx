import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { VersionsDialog } from '../../kit/conflict-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useVersions } from '../../kit/versions.hook.ts';
import type { Tagged } from '../../platform/tagged.util.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { MessagePreview } from './message-preview.component.tsx';
import { type PostDetails, usePost, usePostActs } from './messages.queries.ts';
import { toneOf } from './post-state.table.ts';

type PostDrawerProps = { readonly postID: string; readonly onClose: () => void };

/** A post: its content in both languages, its recipients, how many have read it, and its withdrawal. */
export function PostDrawer({ postID, onClose }: PostDrawerProps) {
  const { messages: texts, common } = useTexts();
  const tid = useTenantID();
  const post = usePost(tid, postID);
  const timeText = useTimeText();
  const [isAsking, setAsking] = useState(false);
  const one = post.data?.value;
  const isWaiting = one?.state === 'scheduled';
  const actLabel = isWaiting ? texts.cancelSchedule : texts.withdraw;
  const name = one === undefined ? '' : one.title || one.text.slice(0, 30).trim();
  const groups = one ? [...one.audience.organisations, ...one.audience.roles, ...one.audience.people] : [];
  return (
    <Drawer
      title={name === '' ? texts.message : name}
      onClose={onClose}
      {...(one && one.state !== 'withdrawn'
        ? {
            footer: (
              <Button kind="danger" onPress={() => setAsking(true)}>
                {actLabel}
              </Button>
            ),
          }
        : {})}
    >
      {post.isError ? (
        <StatePane kind="error" error={post.error} onRetry={() => void post.refetch()} />
      ) : one === undefined ? (
        <StatePane kind="loading" />
      ) : (
        <>
          <Section title={texts.content}>
            <MessagePreview type={postType(one.type)} title={one.title} text={one.text} lang="zh-CN" />
            {one.en ? (
              <MessagePreview type={postType(one.type)} title={one.en.title} text={one.en.text} lang="en" />
            ) : null}
          </Section>
          <Facts
            facts={[
              [
                texts.state,
                <Tag key="state" tone={toneOf[one.state]}>
                  {texts.states[one.state]}
                </Tag>,
              ],
              [texts.type, texts.types[postType(one.type)]],
              [
                texts.audience,
                groups.length === 0
                  ? audienceText(one.recipients, texts)
                  : groups.map((group) => group.name).join(texts.separator),
              ],
              [texts.recipients, one.recipients === null ? texts.everyone : String(one.recipients)],
              [texts.reads, one.reads === null ? common.none : texts.readBy(one.reads, one.recipients)],
              [texts.createAt, timeText(one.createAt)],
              [texts.sendAt, one.sendAt === null ? texts.atOnce : timeText(one.sendAt)],
              [texts.withdrawnAt, one.withdrawnAt === null ? common.none : timeText(one.withdrawnAt)],
            ]}
          />
        </>
      )}
      {isAsking && post.data ? (
        <WithdrawDialog
          tid={tid}
          version={post.data}
          name={name}
          actLabel={actLabel}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Drawer>
  );
}

type WithdrawDialogProps = {
  readonly tid: string;
  readonly version: Tagged<PostDetails>;
  readonly name: string;
  readonly actLabel: string;
  readonly onClose: () => void;
};

/** Asks before a post is withdrawn, or a scheduled one cancelled. One that was sent meanwhile is shown as sent first. */
function WithdrawDialog({ tid, version, name, actLabel, onClose }: WithdrawDialogProps) {
  const { messages: texts } = useTexts();
  const { read, withdraw } = usePostActs(tid, version.value.postID);
  const timeText = useTimeText();
  const versions = useVersions(version, { read });
  const { reads, state } = versions.base.value;
  const isWaiting = state === 'scheduled';
  const finish = () => {
    showToast({ color: 'success', text: isWaiting ? texts.cancelled : texts.withdrawn });
    onClose();
  };
  if (versions.theirs !== null) {
    return (
      <VersionsDialog
        versions={versions}
        wordsOf={(one) => [
          [texts.state, texts.states[one.state]],
          [texts.sendAt, one.sendAt === null ? texts.atOnce : timeText(one.sendAt)],
        ]}
        act={texts.withdraw}
        onWritten={finish}
        onTaken={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={actLabel}
      confirmLabel={actLabel}
      typedName={name}
      isDanger
      onConfirm={async () => {
        const isDone = await versions.attempt(({ tag }) => withdraw(tag));
        if (isDone) finish();
        return isDone;
      }}
      onClose={onClose}
    >
      <p>{isWaiting ? texts.cancelEffect : texts.withdrawEffect(reads ?? 0)}</p>
    </ConfirmDialog>
  );
}

/** A post of an administrator has one of three types; the others belong to messages of the service. */
function postType(type: string): 'announcement' | 'text' | 'text_voice' {
  return type === 'announcement' || type === 'text_voice' ? type : 'text';
}

const audienceText = (
  recipients: number | null,
  texts: { readonly everyone: string; readonly chosenPeople: string },
) => (recipients === null ? texts.everyone : texts.chosenPeople);

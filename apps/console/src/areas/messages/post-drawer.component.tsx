import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Drawer } from '../../kit/drawer.component.tsx';
import { Facts, Section, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { MessagePreview } from './message-preview.component.tsx';
import { usePost, useWithdrawPost } from './messages.queries.ts';
import { toneOf } from './post-state.table.ts';

type PostDrawerProps = { readonly postID: string; readonly onClose: () => void };

/** A post: its content in both languages, its recipients, how many have read it, and its withdrawal. */
export function PostDrawer({ postID, onClose }: PostDrawerProps) {
  const { messages: texts, common } = useTexts();
  const tid = useTenantID();
  const post = usePost(tid, postID);
  const withdraw = useWithdrawPost(tid);
  const timeText = useTimeText();
  const [isAsking, setAsking] = useState(false);
  const one = post.data;
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
      {isAsking && one ? (
        <ConfirmDialog
          title={actLabel}
          confirmLabel={actLabel}
          typedName={name}
          isDanger
          onConfirm={async () => {
            await withdraw.mutateAsync(postID);
            showToast({ color: 'success', text: isWaiting ? texts.cancelled : texts.withdrawn });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{isWaiting ? texts.cancelEffect : texts.withdrawEffect(one.reads ?? 0)}</p>
        </ConfirmDialog>
      ) : null}
    </Drawer>
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

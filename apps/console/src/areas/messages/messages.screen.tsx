import { useTexts } from '../../i18n/index.ts';
import type { TableColumn } from '../../kit/data-table.component.tsx';
import { ListPage } from '../../kit/list-page.component.tsx';
import { useNewForm, useOpenDetails, useStateList } from '../../kit/list-state.hook.ts';
import { Tag } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { type Post, usePosts } from './messages.queries.ts';
import { PostDrawer } from './post-drawer.component.tsx';
import { toneOf } from './post-state.table.ts';
import { WriteDrawer } from './write-drawer.component.tsx';

const states = ['scheduled', 'sent', 'withdrawn'] as const;

/** The messages that administrators sent or scheduled. */
export default function MessagesScreen() {
  const { messages: texts, common, shell } = useTexts();
  const tid = useTenantID();
  const list = useStateList(states);
  const details = useOpenDetails();
  const timeText = useTimeText();
  const form = useNewForm();
  const posts = usePosts(tid, list.stateQuery);
  const columns: readonly TableColumn<Post>[] = [
    { id: 'title', title: texts.message, render: ({ title, text }) => title || text, width: 320 },
    {
      id: 'state',
      title: texts.state,
      render: (post) => <Tag tone={toneOf[post.state]}>{texts.states[post.state]}</Tag>,
      width: 110,
    },
    {
      id: 'recipients',
      title: texts.recipients,
      render: ({ recipients }) => (recipients === null ? texts.everyone : recipients),
      width: 110,
    },
    {
      id: 'reads',
      title: texts.reads,
      render: ({ reads, recipients }) => (reads === null ? common.none : texts.readBy(reads, recipients)),
      width: 110,
    },
    {
      id: 'languages',
      title: texts.languages,
      render: ({ en }) => (en ? texts.bothLanguages : texts.oneLanguage),
      width: 130,
    },
    {
      id: 'time',
      title: texts.time,
      render: ({ sendAt, createAt }) => timeText(sendAt ?? createAt),
      width: 190,
    },
  ];
  return (
    <ListPage
      name="messages"
      title={shell.areas.messages}
      texts={texts}
      list={list}
      found={posts}
      columns={columns}
      rowID={({ postID }) => postID}
      onOpen={details.open}
      create={{ label: texts.write, onPress: form.open }}
    >
      {details.id === null ? null : <PostDrawer postID={details.id} onClose={details.close} />}
      {form.isOpen ? <WriteDrawer onClose={form.close} /> : null}
    </ListPage>
  );
}

import { useSearchParams } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { SelectInput } from '../../kit/fields.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { FilterBar, Page, Tag } from '../../kit/page.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { type Post, usePosts } from './messages.queries.ts';
import { PostDrawer } from './post-drawer.component.tsx';
import { toneOf } from './post-state.table.ts';
import { useFormatTime } from './time-text.hook.ts';
import { WriteDrawer } from './write-drawer.component.tsx';

const states = ['scheduled', 'sent', 'withdrawn'] as const;

/** The messages that administrators sent or scheduled. */
export default function MessagesScreen() {
  const { messages: texts, common, shell } = useTexts();
  const tid = useTenantID();
  const list = useListState();
  const details = useOpenDetails();
  const formatTime = useFormatTime();
  const [params, setParams] = useSearchParams();
  const state = states.find((one) => one === list.filter('state'));
  const { sort: _sort, ...page } = list.query;
  const posts = usePosts(tid, { ...page, ...(state ? { state } : {}) });
  const setWriting = (isWriting: boolean) =>
    setParams((present) => {
      const next = new URLSearchParams(present);
      if (isWriting) next.set('new', '1');
      else next.delete('new');
      return next;
    });
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
      render: ({ sendAt, createAt }) => formatTime(sendAt ?? createAt),
      width: 190,
    },
  ];
  const write = (
    <Button kind="primary" onPress={() => setWriting(true)}>
      {texts.write}
    </Button>
  );
  return (
    <Page title={shell.areas.messages} lead={texts.lead} actions={write}>
      <FilterBar>
        <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
        <SelectInput
          label={texts.state}
          value={state ?? 'all'}
          onChange={(value) => list.change({ state: value === 'all' ? undefined : value })}
          options={[
            { id: 'all' as const, label: common.all },
            ...states.map((id) => ({ id, label: texts.states[id] })),
          ]}
        />
      </FilterBar>
      <DataTable
        name="messages"
        label={shell.areas.messages}
        columns={columns}
        rowID={({ postID }) => postID}
        data={posts.data}
        error={posts.error}
        isRefreshing={posts.isFetching}
        state={list}
        onRetry={() => void posts.refetch()}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {details.id === null ? null : <PostDrawer postID={details.id} onClose={details.close} />}
      {params.get('new') === null ? null : <WriteDrawer onClose={() => setWriting(false)} />}
    </Page>
  );
}

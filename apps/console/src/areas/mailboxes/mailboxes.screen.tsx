import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { CsvExport } from '../../kit/csv-export.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { DetailTabs } from '../../kit/detail-tabs.component.tsx';
import { FailedDeliveries } from '../../kit/failed-deliveries.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { FilterBar, Page } from '../../kit/page.component.tsx';
import { SearchInput } from '../../kit/search-input.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { AddMailbox } from './add-mailbox.component.tsx';
import {
  type Mailbox,
  type MailboxFilter,
  useLoadMailboxes,
  useMailboxes,
  useRemoveMailbox,
} from './mailboxes.queries.ts';

/** Mail of an organisation: the addresses that trusted mails may be sent to, and deliveries that failed. */
export default function MailScreen() {
  const { mailboxes: texts, shell } = useTexts();
  const tid = useTenantID();
  return (
    <Page title={shell.areas.mailboxes}>
      <DetailTabs
        label={shell.areas.mailboxes}
        tabs={[
          { id: 'trusted', title: texts.tabs.trusted, content: <TrustedMailboxes tid={tid} /> },
          { id: 'failures', title: texts.tabs.failures, content: <FailedDeliveries tid={tid} /> },
        ]}
      />
    </Page>
  );
}

const sorts = ['email', '-email', 'createAt', '-createAt'] as const;

/** The addresses that trusted mails may be sent to. */
function TrustedMailboxes({ tid }: { readonly tid: string }) {
  const { mailboxes: texts, shell } = useTexts();
  const timeText = useTimeText();
  const list = useListState('email');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Mailbox | null>(null);
  const { sort, ...page } = list.query;
  const query: MailboxFilter = { ...page, sort: sorts.find((one) => one === sort) ?? 'email' };
  const mailboxes = useMailboxes(tid, query);
  const load = useLoadMailboxes(tid);
  const remove = useRemoveMailbox(tid);
  const scopeOf = ({ fid, name }: Mailbox) => (fid === null ? texts.everyone : name || fid);
  const originOf = ({ flowID }: Mailbox) => (flowID === null ? texts.byAdministrator : texts.byApplication);
  const columns: readonly TableColumn<Mailbox>[] = [
    { id: 'email', title: texts.email, sortField: 'email', render: ({ email }) => email, width: 280 },
    { id: 'scope', title: texts.trustedFor, render: scopeOf, width: 160 },
    { id: 'origin', title: texts.origin, render: originOf, width: 210 },
    {
      id: 'createAt',
      title: texts.createAt,
      sortField: 'createAt',
      render: ({ createAt }) => timeText(createAt),
      width: 180,
    },
    {
      id: 'acts',
      title: texts.acts,
      render: (mailbox) => (
        <Button
          kind="quiet"
          aria-label={`${texts.remove} ${mailbox.email}`}
          onPress={() => setRemoved(mailbox)}
        >
          {texts.remove}
        </Button>
      ),
      width: 120,
    },
  ];
  const addButton = (
    <Button kind="primary" onPress={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <div className="stack">
      <p>{texts.lead}</p>
      <FilterBar>
        <SearchInput label={texts.search} value={list.keyword} onChange={(q) => list.change({ q })} />
        <CsvExport
          name="trusted-mailboxes"
          columns={[
            { title: texts.email, value: ({ email }: Mailbox) => email },
            { title: texts.trustedFor, value: scopeOf },
            { title: texts.origin, value: originOf },
            { title: texts.createAt, value: ({ createAt }) => new Date(createAt).toISOString() },
          ]}
          load={(part, signal) => load({ ...query, ...part }, signal)}
        />
        {addButton}
      </FilterBar>
      <DataTable
        name="mailboxes"
        label={shell.areas.mailboxes}
        columns={columns}
        rowID={({ email, fid }) => `${email} ${fid ?? ''}`}
        {...tableOf(mailboxes)}
        state={list}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint, action: addButton }}
      />
      {isAdding ? <AddMailbox tid={tid} onClose={() => setAdding(false)} /> : null}
      {removed === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          typedName={removed.email}
          isDanger
          onConfirm={async () => {
            await remove.mutateAsync(removed);
            showToast({ color: 'success', text: texts.removed });
          }}
          onClose={() => setRemoved(null)}
        >
          <p>
            {removed.email} ({scopeOf(removed)})
          </p>
          <p>{texts.removeText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

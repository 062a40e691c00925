import { useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { formatTime } from '../../kit/format-time.util.ts';
import { useListState } from '../../kit/list-state.hook.ts';
import { Tag } from '../../kit/page.component.tsx';
import { type OperatorPerson, useOperatorPeople } from './operators.queries.ts';
import { WithdrawDialog } from './withdraw-dialog.component.tsx';

/** The operators that are people, also those whose role was withdrawn. */
export function PeopleTable() {
  const { operators: texts, common } = useTexts();
  const language = useLanguage();
  const list = useListState();
  const people = useOperatorPeople({ skip: list.query.skip, limit: list.query.limit });
  const [asked, setAsked] = useState<OperatorPerson | null>(null);
  const nameOf = ({ name, username }: OperatorPerson) => name ?? username ?? texts.deletedAccount;
  const columns: readonly TableColumn<OperatorPerson>[] = [
    { id: 'name', title: texts.name, render: nameOf, width: 180 },
    { id: 'username', title: texts.username, render: ({ username }) => username ?? common.none, width: 180 },
    {
      id: 'state',
      title: texts.state,
      render: ({ withdrawnAt, current }) => (
        <>
          <Tag tone={withdrawnAt === null ? 'good' : 'bad'}>
            {withdrawnAt === null ? texts.active : texts.withdrawn}
          </Tag>{' '}
          {current ? <Tag>{texts.current}</Tag> : null}
        </>
      ),
      width: 200,
    },
    {
      id: 'totp',
      title: texts.totp,
      render: ({ hasTotp }) => (hasTotp ? texts.hasTotp : texts.noTotp),
      width: 150,
    },
    {
      id: 'grantedAt',
      title: texts.grantedAt,
      render: ({ grantedAt }) => formatTime(grantedAt, language),
      width: 180,
    },
    {
      id: 'action',
      title: texts.action,
      render: (one) =>
        one.withdrawnAt === null ? <Button onPress={() => setAsked(one)}>{texts.withdraw}</Button> : null,
      width: 140,
    },
  ];
  return (
    <>
      <DataTable
        name="operator-people"
        label={texts.tabs.people}
        columns={columns}
        rowID={({ operatorID }) => operatorID}
        data={people.data}
        error={people.error}
        isRefreshing={people.isFetching}
        state={list}
        onRetry={() => void people.refetch()}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {asked === null ? null : (
        <WithdrawDialog
          operatorID={asked.operatorID}
          name={nameOf(asked)}
          text={texts.withdrawPerson}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

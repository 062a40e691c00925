import { useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn } from '../../kit/data-table.component.tsx';
import { formatTime } from '../../kit/format-time.util.ts';
import { useListState } from '../../kit/list-state.hook.ts';
import { Tag } from '../../kit/page.component.tsx';
import { type OperatorCredential, useOperatorCredentials } from './operators.queries.ts';
import { WithdrawDialog } from './withdraw-dialog.component.tsx';

/** The credentials of the command line, without their secret part. */
export function CredentialTable() {
  const texts = useTexts().operators;
  const language = useLanguage();
  const list = useListState();
  const credentials = useOperatorCredentials({ skip: list.query.skip, limit: list.query.limit });
  const [asked, setAsked] = useState<OperatorCredential | null>(null);
  const nameOf = ({ label, operatorID }: OperatorCredential) => label ?? operatorID;
  const columns: readonly TableColumn<OperatorCredential>[] = [
    { id: 'label', title: texts.label, render: nameOf, width: 240 },
    {
      id: 'state',
      title: texts.state,
      render: ({ withdrawnAt }) => (
        <Tag tone={withdrawnAt === null ? 'good' : 'bad'}>
          {withdrawnAt === null ? texts.active : texts.withdrawn}
        </Tag>
      ),
      width: 140,
    },
    {
      id: 'createAt',
      title: texts.createdAt,
      render: ({ createAt }) => formatTime(createAt, language),
      width: 200,
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
        name="operator-credentials"
        label={texts.tabs.credentials}
        columns={columns}
        rowID={({ operatorID }) => operatorID}
        data={credentials.data}
        error={credentials.error}
        isRefreshing={credentials.isFetching}
        state={list}
        onRetry={() => void credentials.refetch()}
        empty={{ title: texts.emptyCredentials, hint: texts.emptyCredentialsHint }}
      />
      {asked === null ? null : (
        <WithdrawDialog
          operatorID={asked.operatorID}
          name={nameOf(asked)}
          text={texts.withdrawCredential}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

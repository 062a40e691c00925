import { useTexts } from '../../i18n/index.ts';
import { type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { useTimeText } from '../../kit/time.hook.ts';
import { OperatorState, OperatorTable } from './operator-table.component.tsx';
import { type OperatorCredential, useOperatorCredentials } from './operators.queries.ts';

/** The credentials of the command line, without their secret part. */
export function CredentialTable() {
  const texts = useTexts().operators;
  const timeText = useTimeText();
  const list = useListState();
  const credentials = useOperatorCredentials({ skip: list.query.skip, limit: list.query.limit });
  const nameOf = ({ label, operatorID }: OperatorCredential) => label ?? operatorID;
  const columns: readonly TableColumn<OperatorCredential>[] = [
    { id: 'label', title: texts.label, render: nameOf, width: 240 },
    {
      id: 'state',
      title: texts.state,
      render: ({ withdrawnAt }) => <OperatorState withdrawnAt={withdrawnAt} />,
      width: 140,
    },
    {
      id: 'createAt',
      title: texts.createdAt,
      render: ({ createAt }) => timeText(createAt),
      width: 200,
    },
  ];
  return (
    <OperatorTable
      name="operator-credentials"
      label={texts.tabs.credentials}
      columns={columns}
      nameOf={nameOf}
      withdrawText={texts.withdrawCredential}
      {...tableOf(credentials)}
      state={list}
      empty={{ title: texts.emptyCredentials, hint: texts.emptyCredentialsHint }}
    />
  );
}

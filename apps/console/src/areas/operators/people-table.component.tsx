import { useTexts } from '../../i18n/index.ts';
import { type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { Tag } from '../../kit/page.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { OperatorState, OperatorTable } from './operator-table.component.tsx';
import { type OperatorPerson, useOperatorPeople } from './operators.queries.ts';

/** The operators that are people, also those whose role was withdrawn. */
export function PeopleTable() {
  const { operators: texts, common } = useTexts();
  const timeText = useTimeText();
  const list = useListState();
  const people = useOperatorPeople({ skip: list.query.skip, limit: list.query.limit });
  const nameOf = ({ name, username }: OperatorPerson) => name ?? username ?? texts.deletedAccount;
  const columns: readonly TableColumn<OperatorPerson>[] = [
    { id: 'name', title: texts.name, render: nameOf, width: 180 },
    { id: 'username', title: texts.username, render: ({ username }) => username ?? common.none, width: 180 },
    {
      id: 'state',
      title: texts.state,
      render: ({ withdrawnAt, current }) => (
        <>
          <OperatorState withdrawnAt={withdrawnAt} /> {current ? <Tag>{texts.current}</Tag> : null}
        </>
      ),
      width: 280,
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
      render: ({ grantedAt }) => timeText(grantedAt),
      width: 180,
    },
  ];
  return (
    <OperatorTable
      name="operator-people"
      label={texts.tabs.people}
      columns={columns}
      nameOf={nameOf}
      withdrawText={texts.withdrawPerson}
      {...tableOf(people)}
      state={list}
      empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
    />
  );
}

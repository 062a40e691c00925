import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { DataTable, type DataTableProps } from '../../kit/data-table.component.tsx';
import { Tag } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useOperatorActs } from './operators.queries.ts';

type Withdrawable = {
  readonly operatorID: string;
  /** Null while the role of the person or the credential is active. */
  readonly withdrawnAt: number | null;
};

type OperatorTableProps<T> = Omit<DataTableProps<T>, 'rowID'> & {
  /** The name that is typed to confirm the withdrawal. */
  readonly nameOf: (one: T) => string;
  /** What the withdrawal affects. */
  readonly withdrawText: string;
};

/** People or credentials, each with a button that withdraws it. */
export function OperatorTable<T extends Withdrawable>(props: OperatorTableProps<T>) {
  const { nameOf, withdrawText, columns, ...table } = props;
  const texts = useTexts().operators;
  const { withdraw } = useOperatorActs();
  const [asked, setAsked] = useState<T | null>(null);
  const action = {
    id: 'action',
    title: texts.action,
    render: (one: T) =>
      one.withdrawnAt === null ? <Button onPress={() => setAsked(one)}>{texts.withdraw}</Button> : null,
    width: 140,
  };
  return (
    <>
      <DataTable {...table} columns={[...columns, action]} rowID={({ operatorID }) => operatorID} />
      {asked === null ? null : (
        <ConfirmDialog
          title={texts.withdrawTitle(nameOf(asked))}
          confirmLabel={texts.withdraw}
          typedName={nameOf(asked)}
          isDanger
          onConfirm={async () => {
            await withdraw(asked.operatorID);
            showToast({ color: 'success', text: texts.withdrawDone });
          }}
          onClose={() => setAsked(null)}
        >
          <p>{withdrawText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Whether a person or credential is active or withdrawn. */
export function OperatorState({ withdrawnAt }: Pick<Withdrawable, 'withdrawnAt'>) {
  const texts = useTexts().operators;
  return (
    <Tag tone={withdrawnAt === null ? 'good' : 'bad'}>
      {withdrawnAt === null ? texts.active : texts.withdrawn}
    </Tag>
  );
}

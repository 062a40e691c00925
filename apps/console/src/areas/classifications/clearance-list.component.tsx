import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { PersonInput } from '../../kit/person-input.component.tsx';
import { SelectInput } from '../../kit/select-input.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import styles from './classifications.module.css';
import {
  type Clearance,
  useClassificationActs,
  useClassifications,
  useClearances,
} from './classifications.queries.ts';

const allClasses = { skip: 0, limit: 100 };
type Person = { readonly fid: string; readonly name: string };

/** The members with a clearance. Others read up to the default classification. */
export function ClearanceList({ tid }: { readonly tid: string }) {
  const { classifications: texts, common } = useTexts();
  const list = useListState();
  const acts = useClassificationActs(tid);
  const { skip, limit } = list.query;
  const found = useClearances(tid, { skip, limit });
  const classes = useClassifications(tid, allClasses).data?.data ?? [];
  const [edited, setEdited] = useState<{ readonly person: Person | null; readonly level: string } | null>(
    null,
  );
  const [removed, setRemoved] = useState<Clearance | null>(null);
  const readable = (level: number) =>
    classes
      .filter((one) => one.level <= level)
      .map(({ name }) => name)
      .join(texts.separator) || common.none;
  const levels = [...new Map(classes.map((one) => [one.level, one])).values()];
  const columns: readonly TableColumn<Clearance>[] = [
    { id: 'name', title: texts.person, render: ({ name, fid }) => name || fid, width: 150 },
    { id: 'fid', title: texts.personID, render: ({ fid }) => fid, width: 130 },
    { id: 'level', title: texts.clearanceLevel, render: ({ level }) => String(level), width: 110 },
    { id: 'reads', title: texts.reads, render: ({ level }) => readable(level), width: 200 },
    {
      id: 'acts',
      title: texts.acts,
      render: (one) => (
        <Button kind="quiet" aria-label={texts.removeClearanceOf(one.name)} onPress={() => setRemoved(one)}>
          {common.remove}
        </Button>
      ),
      width: 110,
    },
  ];
  return (
    <div className={styles.form}>
      <div className={styles.tools}>
        <p>{texts.clearancesHint}</p>
        <Button kind="primary" onPress={() => setEdited({ person: null, level: '' })}>
          {texts.setClearance}
        </Button>
      </div>
      <DataTable
        name="clearances"
        label={texts.clearances}
        columns={columns}
        rowID={({ fid }) => fid}
        {...tableOf(found)}
        state={list}
        onOpen={(fid) => {
          const one = found.data?.data.find((clearance) => clearance.fid === fid);
          if (one) setEdited({ person: { fid, name: one.name }, level: String(one.level) });
        }}
        empty={{ title: texts.noClearances, hint: texts.clearancesHint }}
      />
      {edited === null ? null : (
        <ConfirmDialog
          title={texts.setClearance}
          confirmLabel={common.save}
          isDisabled={edited.person === null || edited.level === ''}
          onConfirm={async () => {
            if (edited.person === null) return;
            await acts.setClearance(edited.person.fid, Number(edited.level));
            showToast({ color: 'success', text: common.saved });
          }}
          onClose={() => setEdited(null)}
        >
          <PersonInput
            tid={tid}
            label={texts.person}
            value={edited.person}
            onChange={(person) => setEdited({ ...edited, person })}
          />
          <SelectInput
            label={texts.clearanceLevel}
            value={edited.level === '' ? null : edited.level}
            onChange={(level) => setEdited({ ...edited, level })}
            options={levels.map((one) => ({ id: String(one.level), label: `${one.name} (${one.level})` }))}
          />
        </ConfirmDialog>
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={texts.removeClearanceOf(removed.name)}
          confirmLabel={common.remove}
          isDanger
          onConfirm={async () => {
            await acts.removeClearance(removed.fid);
            showToast({ color: 'success', text: common.saved });
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{texts.removeClearanceHint}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

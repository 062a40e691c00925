import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState } from '../../kit/list-state.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { useErrorText } from '../../platform/api.hook.ts';
import styles from './classifications.module.css';
import {
  type Clearance,
  useClassificationActs,
  useClassifications,
  useClearances,
} from './classifications.queries.ts';
import {
  type ClearanceVersion,
  noClearance,
  RemoveClearance,
  SetClearance,
} from './clearance-dialogs.component.tsx';

const allClasses = { skip: 0, limit: 100 };
type Asked = { readonly act: 'set' | 'remove'; readonly version: ClearanceVersion };

/** The members with a clearance. Others read up to the default classification. */
export function ClearanceList({ tid }: { readonly tid: string }) {
  const { classifications: texts, common } = useTexts();
  const list = useListState();
  const acts = useClassificationActs(tid);
  const { skip, limit } = list.query;
  const found = useClearances(tid, { skip, limit });
  const classes = useClassifications(tid, allClasses).data?.data ?? [];
  const errorText = useErrorText();
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The entity tag is that of what the person sees in the dialog. */
  const ask = (act: Asked['act'], fid: string) =>
    void acts.readClearance(fid).then(
      (version) => setAsked({ act, version }),
      (error: unknown) => showToast({ color: 'error', text: errorText(error) }),
    );
  const close = () => setAsked(null);
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
        <Button
          kind="quiet"
          aria-label={texts.removeClearanceOf(one.name)}
          onPress={() => ask('remove', one.fid)}
        >
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
        <Button kind="primary" onPress={() => setAsked({ act: 'set', version: noClearance })}>
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
        onOpen={(fid) => ask('set', fid)}
        empty={{ title: texts.noClearances, hint: texts.clearancesHint }}
      />
      {asked?.act === 'set' ? (
        <SetClearance
          tid={tid}
          version={asked.version}
          levels={levels.map((one) => ({ id: String(one.level), label: `${one.name} (${one.level})` }))}
          onClose={close}
        />
      ) : null}
      {asked?.act === 'remove' ? <RemoveClearance tid={tid} version={asked.version} onClose={close} /> : null}
    </div>
  );
}

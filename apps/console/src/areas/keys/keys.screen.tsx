import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { DataTable, type TableColumn, tableOf } from '../../kit/data-table.component.tsx';
import { useListState, useOpenDetails } from '../../kit/list-state.hook.ts';
import { Page } from '../../kit/page.component.tsx';
import { showToast } from '../../kit/toasts.store.ts';
import { useFormat } from '../../platform/format.hook.ts';
import { useTenantID } from '../../shell/tenant.hook.ts';
import { GenerationDrawer, GenerationState } from './generation-drawer.component.tsx';
import { type Generation, useGenerations, useKeyActs } from './keys.queries.ts';

/** The generations of the licence key of an organisation. */
export default function KeysScreen() {
  const { keys: texts, shell } = useTexts();
  const tid = useTenantID();
  const format = useFormat();
  const list = useListState();
  const details = useOpenDetails();
  const acts = useKeyActs(tid);
  const [isRotating, setRotating] = useState(false);
  const { skip, limit } = list.query;
  const found = useGenerations(tid, { skip, limit });
  const columns: readonly TableColumn<Generation>[] = [
    {
      id: 'generation',
      title: texts.generation,
      render: ({ generation }) => texts.number(generation),
      width: 140,
    },
    { id: 'state', title: texts.state, render: (one) => <GenerationState generation={one} />, width: 210 },
    { id: 'createAt', title: texts.createdAt, render: ({ createAt }) => format.time(createAt), width: 190 },
    {
      id: 'documents',
      title: texts.documents,
      render: ({ documents }) => format.number(documents),
      width: 140,
    },
    {
      id: 'algorithms',
      title: texts.algorithms,
      render: ({ keys }) => keys.map(({ algorithm }) => algorithm).join(', '),
      width: 220,
    },
  ];
  const opened = found.data?.data.find(({ generation }) => String(generation) === details.id);
  return (
    <Page
      title={shell.areas.keys}
      lead={texts.lead}
      actions={
        <Button kind="primary" onPress={() => setRotating(true)}>
          {texts.rotate}
        </Button>
      }
    >
      <DataTable
        name="keys"
        label={shell.areas.keys}
        columns={columns}
        rowID={({ generation }) => String(generation)}
        {...tableOf(found)}
        state={list}
        onOpen={details.open}
        empty={{ title: texts.emptyTitle, hint: texts.emptyHint }}
      />
      {opened ? (
        <GenerationDrawer
          tid={tid}
          generation={opened}
          isNewest={opened.generation === found.data?.total}
          onClose={details.close}
        />
      ) : null}
      {isRotating ? (
        <ConfirmDialog
          title={texts.rotate}
          confirmLabel={texts.rotate}
          onConfirm={async () => {
            const generation = await acts.rotate();
            showToast({ color: 'success', text: texts.rotated(generation) });
          }}
          onClose={() => setRotating(false)}
        >
          <p>{texts.rotateHint}</p>
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

import { limits } from '@sealflow/domain/limits';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { type Texts, useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { countPhases, isUnfinished } from '../../../platform/documents/file-queue.rules.ts';
import type { CurrentTenant } from '../../../platform/session/index.ts';
import { confirm } from '../../../shell/dialogs/confirm.store.ts';
import { DropZone } from '../../../shell/file-drop/drop-zone.component.tsx';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { usePreviewLayer } from '../../../shell/navigation/preview-layer.hook.ts';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useOnline } from '../../../shell/online.hook.ts';
import type { Colleague } from '../../../shell/people/people.queries.ts';
import { PeopleChoice } from '../../../shell/people/people-choice.component.tsx';
import { useRefreshDocuments } from '../../../shell/refresh-documents.hook.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { useChosenFiles } from './chosen-files.hook.ts';
import { ClassificationChoice } from './classification-choice.component.tsx';
import { FileChoice } from './file-choice.component.tsx';
import styles from './seal.module.css';
import { useSealingClassifications } from './seal.queries.ts';
import { isUnregistered, type SealRow, useSealing } from './sealing.hook.ts';
import { SealingBar } from './sealing-bar.component.tsx';
import { SealingRows } from './sealing-rows.component.tsx';

type SealFormProps = { readonly tenant: CurrentTenant; readonly onSealed: (fileID: string) => void };

/** Selects the files, and one classification and the recipients for all of them. */
export function SealForm({ tenant: { tid, tname }, onSealed }: SealFormProps) {
  const { shell, seal } = useTexts();
  const online = useOnline();
  const context = useDocumentsContext();
  const { openRecord } = usePreviewLayer();
  const navigate = useNavigate();
  const tooManyId = useId();
  const [chosenClassID, setChosenClassID] = useState<string | null>(null);
  const [people, setPeople] = useState<readonly Colleague[]>([]);
  const classifications = useSealingClassifications(tid);
  const { rows, start, stop, fileOf, cancel, retry, dismiss } = useSealing(context);
  // The files have one classification, so that the form stays disabled until the user leaves the results.
  const isFixed = rows.length > 0;
  const isRunning = rows.some(isUnfinished);
  const { chosen, add, pick, remove, keepOnly } = useChosenFiles(isFixed);
  const defaultClassID = classifications.data?.data.find(({ isDefault }) => isDefault)?.id ?? null;
  const classificationID = chosenClassID ?? defaultClassID;
  useSealedFiles(rows, onSealed);
  const title = useTitle(rows);

  /** Leaves the results: the form is enabled with the files that are not sealed. */
  const leaveResults = () => {
    const sealed = new Set(rows.flatMap(({ id, state }) => (state.phase === 'done' ? fileOf(id) : [])));
    stop();
    keepOnly((file) => !sealed.has(file));
  };
  const confirmStop = async () => {
    if (!(await confirmDiscard(seal))) return;
    leaveResults();
    showSnackbar({ color: 'info', text: seal.stopped });
  };
  const discard = async (row: SealRow) => {
    if (rows.length === 1) return confirmStop();
    if (await confirmDiscard(seal)) dismiss(row.id);
  };
  const hasUnregistered = rows.some(isUnregistered);
  useDismissOnBack(isRunning || hasUnregistered, () => void confirmStop());
  const isTooMany = people.length > limits.maxRecipients;
  const ready = chosen.filter(({ problem }) => problem === null);
  const canStart = ready.length > 0 && classificationID !== null && online && !isTooMany;
  const begin = () => {
    if (classificationID === null) return;
    const recipients = people.map(({ fid }) => fid);
    start(ready.map(({ file }) => ({ tid, tname, file, classificationID, recipients })));
  };
  const endButtons = (
    <EndButtons
      rows={rows}
      onLeave={() => void (hasUnregistered ? confirmStop() : leaveResults())}
      onShow={() => navigate(paths.document)}
    />
  );
  const startButton = (
    <Button variant="primary" wide disabled={!canStart} onClick={begin}>
      {ready.length > 1 ? seal.startMany(ready.length) : seal.start}
    </Button>
  );
  return (
    <DropZone label={seal.dropHere} isDisabled={isFixed} onFiles={add}>
      <Screen
        title={shell.views.seal}
        bottom={
          isRunning ? (
            <SealingBar rows={rows} onStop={() => void confirmStop()} />
          ) : isFixed ? (
            endButtons
          ) : (
            startButton
          )
        }
      >
        <output className={online || isFixed ? undefined : styles.notice}>
          {online || isFixed ? null : seal.offline}
        </output>
        <output className="visually-hidden">{title}</output>
        {isFixed ? (
          <SealingRows
            rows={rows}
            title={title}
            onCancel={cancel}
            onRetry={retry}
            onDiscard={(row) => void discard(row)}
            onOpen={openRecord}
          />
        ) : null}
        <fieldset className={styles.form} disabled={isFixed}>
          <legend className={styles.intro}>{seal.intro}</legend>
          {isFixed ? null : <FileChoice chosen={chosen} onPick={pick} onRemove={remove} />}
          <section className={styles.block}>
            <ClassificationChoice
              classifications={classifications}
              value={classificationID}
              onChange={setChosenClassID}
            />
          </section>
          <section className={styles.block} aria-label={seal.recipients}>
            <span className={styles.label}>{seal.recipients}</span>
            <span className={styles.soft}>{seal.recipientsHint}</span>
            <PeopleChoice
              label={seal.recipients}
              tid={tid}
              people={people}
              errorId={isTooMany ? tooManyId : undefined}
              onChange={setPeople}
            />
            {isTooMany ? (
              <p id={tooManyId} className={styles.error} role="alert">
                {seal.tooManyPeople(limits.maxRecipients)}
              </p>
            ) : null}
          </section>
        </fieldset>
      </Screen>
    </DropZone>
  );
}

const confirmDiscard = (seal: Texts['seal']) =>
  confirm({
    title: seal.stopQuestion,
    text: seal.stopText,
    confirmLabel: seal.stop,
    cancelLabel: seal.goOn,
    danger: true,
  });

/** Refreshes the lists after each sealed file. A single file is shown with its actions. */
function useSealedFiles(rows: readonly SealRow[], onSealed: (fileID: string) => void): void {
  const refresh = useRefreshDocuments();
  const { done } = countPhases(rows);
  const [first] = rows;
  const single = rows.length === 1 && first?.state.phase === 'done' ? first.state.result : null;
  const latest = useRef(onSealed);
  useEffect(() => {
    latest.current = onSealed;
  });
  useEffect(() => {
    if (done > 0) void refresh();
  }, [done, refresh]);
  useEffect(() => {
    if (single !== null) latest.current(single);
  }, [single]);
}

/** What is announced and heads the results: the start, then the summary. It does not change with the progress. */
function useTitle(rows: readonly SealRow[]): string {
  const { seal } = useTexts();
  if (rows.length === 0) return '';
  if (rows.some(isUnfinished)) return seal.started(rows.length);
  const { done, failed, cancelled } = countPhases(rows);
  return seal.summary(done, failed, cancelled);
}

type EndButtonsProps = {
  readonly rows: readonly SealRow[];
  readonly onLeave: () => void;
  readonly onShow: () => void;
};

function EndButtons({ rows, onLeave, onShow }: EndButtonsProps) {
  const { seal } = useTexts();
  const { done } = countPhases(rows);
  return (
    <>
      <Button wide onClick={onLeave}>
        {done === rows.length ? seal.another : seal.edit}
      </Button>
      {done > 0 ? (
        <Button variant="primary" wide onClick={onShow}>
          {seal.showDocuments}
        </Button>
      ) : null}
    </>
  );
}

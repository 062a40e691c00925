import { limits } from '@sealflow/domain/limits';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { useDismissOnBack } from '@sealflow/ui/overlays/dismiss.hook.ts';
import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useDocumentsContext } from '../../../platform/documents/documents-context.hook.ts';
import { isSealed } from '../../../platform/documents/seal-file.usecases.ts';
import { type PickedFile, usePlatform } from '../../../platform/index.ts';
import type { CurrentTenant } from '../../../platform/session/index.ts';
import { confirm } from '../../../shell/dialogs/confirm.store.ts';
import { DropZone } from '../../../shell/dialogs/drop-zone.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useOnline } from '../../../shell/online.hook.ts';
import type { Colleague } from '../../../shell/people/people.queries.ts';
import { PeopleChoice } from '../../../shell/people/people-choice.component.tsx';
import { useRefreshDocuments } from '../../../shell/refresh-documents.hook.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import { ClassificationChoice } from './classification-choice.component.tsx';
import { FileChoice } from './file-choice.component.tsx';
import styles from './seal.module.css';
import { useSealingClassifications } from './seal.queries.ts';
import { useSealing } from './sealing.hook.ts';
import { SealingBar } from './sealing-bar.component.tsx';
import { SealingFailure } from './sealing-failure.component.tsx';

type SealFormProps = { readonly tenant: CurrentTenant; readonly onSealed: (fileID: string) => void };

/** Selects the file, its classification and its recipients. */
export function SealForm({ tenant: { tid, tname }, onSealed }: SealFormProps) {
  const { shell, seal } = useTexts();
  const online = useOnline();
  const context = useDocumentsContext();
  const refresh = useRefreshDocuments();
  const tooManyId = useId();
  const [chosenClassID, setChosenClassID] = useState<string | null>(null);
  const [people, setPeople] = useState<readonly Colleague[]>([]);
  const { file, problem, selectFile, pick } = useFileToSeal();
  const classifications = useSealingClassifications(tid);
  const { state, start, registerAgain, stop } = useSealing(context, (fileID) => {
    void refresh();
    onSealed(fileID);
  });
  const defaultClassID = classifications.data?.data.find(({ isDefault }) => isDefault)?.id ?? null;
  const classificationID = chosenClassID ?? defaultClassID;
  const isRunning = state.phase === 'sealing' || state.phase === 'registering';
  // A sealed file has a fixed classification, so the form stays disabled until the file is registered or
  // discarded.
  const isFixed = isRunning || (state.phase === 'failed' && state.sealed !== null);

  const confirmStop = async () => {
    const yes = await confirm({
      title: seal.stopQuestion,
      text: seal.stopText,
      confirmLabel: seal.stop,
      cancelLabel: seal.goOn,
      danger: true,
    });
    if (!yes) return;
    stop();
    showSnackbar({ color: 'info', text: seal.stopped });
  };
  useDismissOnBack(isFixed, () => void confirmStop());
  const isTooMany = people.length > limits.maxRecipients;
  const canStart = file !== null && classificationID !== null && online && !isTooMany;
  const begin = () => {
    if (file === null || classificationID === null) return;
    start({ tid, tname, file, classificationID, recipients: people.map(({ fid }) => fid) });
  };

  return (
    <DropZone label={seal.dropHere} onFiles={(files) => (isFixed ? undefined : void selectFile(files))}>
      <Screen
        title={shell.views.seal}
        bottom={
          isRunning ? (
            <SealingBar state={state} name={file?.name ?? ''} onStop={() => void confirmStop()} />
          ) : state.phase === 'failed' && state.sealed !== null ? null : (
            <Button variant="primary" wide disabled={!canStart} onClick={begin}>
              {seal.start}
            </Button>
          )
        }
      >
        <output className={online || isRunning ? undefined : styles.notice}>
          {online || isRunning ? null : seal.offline}
        </output>
        {state.phase === 'failed' ? (
          <SealingFailure
            state={state}
            onRegisterAgain={registerAgain}
            onDiscard={() => void confirmStop()}
          />
        ) : null}
        <fieldset className={styles.form} disabled={isFixed}>
          <legend className={styles.intro}>{seal.intro}</legend>
          <FileChoice file={file} problem={problem} onPick={pick} />
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

/** The file picked for sealing, and why the last pick was rejected. */
function useFileToSeal() {
  const { picker } = usePlatform();
  const [file, setFile] = useState<PickedFile | null>(null);
  const [problem, setProblem] = useState<'alreadySealed' | 'unreadable' | null>(null);

  const selectFile = async ([chosen]: readonly PickedFile[]) => {
    if (chosen === undefined) return;
    try {
      // Checks now that the file is readable, before the user fills in the rest of the form.
      await chosen.read(0, Math.min(1, chosen.size));
      const isDone = await isSealed(chosen);
      setProblem(isDone ? 'alreadySealed' : null);
      setFile(isDone ? null : chosen);
    } catch {
      setProblem('unreadable');
      setFile(null);
    }
  };
  const pick = () => void picker.pick().then(selectFile);
  return { file, problem, selectFile, pick };
}

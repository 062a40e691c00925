import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { TextField } from '@sealflow/ui/inputs/text-field.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSessionActions } from '../../platform/session/index.ts';
import { useShowFailure } from '../../shell/notices/failure.hook.ts';
import { showSnackbar } from '../../shell/notices/snackbar.store.ts';
import { Screen } from '../../shell/screen.component.tsx';
import styles from './mine.module.css';
import { useDeleteAccount, useDeletionDelay, useExportOwnData } from './own-data.queries.ts';
import { OwnPasswordField } from './own-password-field.component.tsx';

/** The data that the service stores about the user: export, and deletion with the account. */
export default function OwnDataScreen() {
  const { shell } = useTexts();
  return (
    <Screen title={shell.views.data}>
      <ExportSection />
      <DeletionSection />
    </Screen>
  );
}

function ExportSection() {
  const { mine, common } = useTexts();
  const showFailure = useShowFailure();
  const { mutateAsync, isPending } = useExportOwnData();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const exportData = async () => {
    const started = new AbortController();
    running.current = started;
    try {
      const outcome = await mutateAsync(started.signal);
      if (outcome === 'saved') showSnackbar({ color: 'success', text: mine.exported });
    } catch (error) {
      if (!started.signal.aborted) showFailure(error);
    }
  };
  return (
    <section className={styles.section} aria-label={mine.exportData}>
      <List>
        <ListRow
          title={mine.exportData}
          trailing={
            <>
              {isPending ? (
                <Button variant="quiet" onClick={() => running.current?.abort()}>
                  {common.cancel}
                </Button>
              ) : null}
              <Button loading={isPending} onClick={() => void exportData()}>
                {mine.exportAction}
              </Button>
            </>
          }
        />
      </List>
      <p className={styles.lead}>{mine.exportLead}</p>
    </section>
  );
}

function DeletionSection() {
  const { mine } = useTexts();
  const showFailure = useShowFailure();
  const { signOut } = useSessionActions();
  const { data: days } = useDeletionDelay();
  const { mutateAsync, isPending } = useDeleteAccount();
  const [password, setPassword] = useState('');
  const [typedWord, setTypedWord] = useState('');
  const isReady = password !== '' && typedWord.trim().toUpperCase() === mine.deleteWord.toUpperCase();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isPending) return;
    try {
      await mutateAsync(password);
    } catch (error) {
      showFailure(error);
      return;
    }
    await signOut();
    showSnackbar({ color: 'success', text: mine.deletionRequested(days ?? 0) });
  };
  return (
    <section className={styles.section} aria-label={mine.deleteAccount}>
      <form className={styles.deletion} onSubmit={(event) => void submit(event)}>
        <h2 className={styles.heading}>{mine.deleteAccount}</h2>
        <ul className={styles.cleared}>
          {mine.deleteEffects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
          {days === undefined ? null : <li>{mine.deleteGrace(days)}</li>}
        </ul>
        <OwnPasswordField value={password} onChange={setPassword} />
        <TextField
          label={mine.deleteConfirmLabel(mine.deleteWord)}
          value={typedWord}
          onChange={({ target }) => setTypedWord(target.value)}
          autoComplete="off"
          autoCapitalize="none"
        />
        <Button type="submit" variant="danger" disabled={!isReady} loading={isPending}>
          {mine.deleteAccount}
        </Button>
      </form>
    </section>
  );
}

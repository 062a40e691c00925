import { errorText, isErrorCode } from '@sealflow/domain/errors';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../kit/button.component.tsx';
import { ConfirmDialog } from '../../../kit/confirm-dialog.component.tsx';
import { Notice } from '../../../kit/notice.component.tsx';
import { Facts, Section, Tag } from '../../../kit/page.component.tsx';
import { StatePane } from '../../../kit/state-pane.component.tsx';
import { useTimeText } from '../../../kit/time.hook.ts';
import { useRefreshPeople } from '../people.queries.ts';
import styles from './import.module.css';
import { ImportRows } from './import-rows.component.tsx';
import { isInProgress, type PeopleImport, useImport, useImportActs } from './imports.queries.ts';

/** The state of an import: the result of the check, the progress of the run, the result of each row. */
export function ImportProgress({ tid }: { readonly tid: string }) {
  const { importID = '' } = useParams();
  const found = useImport(tid, importID);
  const refreshPeople = useRefreshPeople(tid);
  const state = found.data?.state;
  useEffect(() => {
    if (state === 'done' || state === 'failed') void refreshPeople();
  }, [state, refreshPeople]);
  if (found.data) return <Loaded tid={tid} one={found.data} />;
  return found.isError ? (
    <StatePane kind="error" error={found.error} onRetry={() => void found.refetch()} />
  ) : (
    <StatePane kind="loading" />
  );
}

const toneOf = {
  draft: 'neutral',
  checking: 'neutral',
  checked: 'warning',
  running: 'neutral',
  done: 'good',
  canceled: 'neutral',
  failed: 'bad',
} as const;

function Loaded({ tid, one }: { readonly tid: string; readonly one: PeopleImport }) {
  const { imports: texts } = useTexts();
  const language = useLanguage();
  const timeText = useTimeText();
  const acts = useImportActs(tid);
  const [asked, setAsked] = useState<'run' | 'cancel' | null>(null);
  const isEnded = one.state === 'done' || one.state === 'canceled' || one.state === 'failed';
  return (
    <>
      <Section title={one.name}>
        <Facts
          facts={[
            [texts.createdAt, timeText(one.createAt)],
            [texts.outcomes.added, one.added],
            [texts.outcomes.changed, one.changed],
            [texts.outcomes.unchanged, one.unchanged],
            [texts.outcomes.failed, one.failed],
          ]}
        />
        <div className={styles.acts} aria-live="polite">
          <Tag tone={toneOf[one.state]}>{texts.states[one.state]}</Tag>
          {isInProgress(one.state) ? (
            <>
              <progress className={styles.progress} value={one.done} max={one.total} aria-label={one.name} />
              <span>{texts.progress(one.done, one.total)}</span>
            </>
          ) : null}
        </div>
        {isInProgress(one.state) ? <Notice kind="info">{texts.survives}</Notice> : null}
        {one.code !== null && isErrorCode(one.code) ? (
          <Notice kind="error">{errorText(one.code, language === 'zh' ? 'cn' : 'en', {})}</Notice>
        ) : null}
        <div className={styles.acts}>
          {one.state === 'checked' ? (
            <Button kind="primary" isDisabled={one.added + one.changed === 0} onPress={() => setAsked('run')}>
              {texts.run}
            </Button>
          ) : null}
          {isEnded ? (
            <Link className={styles.link} to={`/t/${tid}/people/import`}>
              {texts.again}
            </Link>
          ) : (
            <Button onPress={() => setAsked('cancel')}>{texts.cancel}</Button>
          )}
        </div>
      </Section>
      {one.state === 'draft' ? null : <ImportRows tid={tid} one={one} />}
      {asked === null ? null : (
        <ConfirmDialog
          title={texts[asked]}
          confirmLabel={texts[asked]}
          onConfirm={() => acts[asked](one.importID)}
          onClose={() => setAsked(null)}
        >
          <p>{asked === 'run' ? texts.runExplain(one.added + one.changed) : texts.cancelExplain}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

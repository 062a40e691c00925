import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../kit/button.component.tsx';
import { ConfirmDialog } from '../../kit/confirm-dialog.component.tsx';
import { Tag } from '../../kit/page.component.tsx';
import { SmallTable } from '../../kit/small-table.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import { showToast } from '../../kit/toasts.store.ts';
import { type Absence, useAbsenceActs, useAbsences } from './absences.queries.ts';
import styles from './people.module.css';
import { SetAbsence } from './set-absence.component.tsx';

type MemberAbsencesProps = { readonly tid: string; readonly person: { fid: string; name: string } };

/** The deputies of a member: a list, and the acts to name one and to end the period. */
export function MemberAbsences({ tid, person }: MemberAbsencesProps) {
  const { absences: texts } = useTexts();
  const absences = useAbsences(tid, person.fid);
  const { end } = useAbsenceActs(tid, person.fid);
  const [isSetting, setSetting] = useState(false);
  const [ending, setEnding] = useState<Absence | null>(null);
  if (absences.isError) {
    return <StatePane kind="error" error={absences.error} onRetry={() => void absences.refetch()} />;
  }
  if (absences.data === undefined) return <StatePane kind="loading" />;
  return (
    <div className={styles.absences}>
      <p>{texts.lead}</p>
      {absences.data.total === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <AbsenceTable absences={absences.data.data} onEnd={setEnding} />
      )}
      <Button onPress={() => setSetting(true)}>{texts.set}</Button>
      {isSetting ? <SetAbsence tid={tid} person={person} onClose={() => setSetting(false)} /> : null}
      {ending === null ? null : (
        <ConfirmDialog
          title={texts.endTitle(ending.deputy.name)}
          confirmLabel={texts.end}
          onConfirm={async () => {
            await end.mutateAsync(ending.id);
            showToast({ color: 'success', text: texts.ended });
          }}
          onClose={() => setEnding(null)}
        >
          <p>{texts.endText(ending.deputy.name, person.name)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const toneByState = { running: 'good', coming: 'neutral', ended: 'neutral' } as const;

function AbsenceTable({
  absences,
  onEnd,
}: {
  readonly absences: readonly Absence[];
  readonly onEnd: (absence: Absence) => void;
}) {
  const { absences: texts, workflow } = useTexts();
  const timeText = useTimeText();
  const periodOf = ({ from, until }: Absence) =>
    until === null ? texts.since(timeText(from)) : texts.period(timeText(from), timeText(until));
  return (
    <SmallTable
      label={texts.title}
      columns={[texts.deputy, texts.periodTitle, texts.types, texts.state]}
      rows={absences.map((absence) => ({
        id: absence.id,
        cells: [
          absence.deputy.name || absence.deputy.fid,
          periodOf(absence),
          absence.types === null
            ? texts.allTypes
            : absence.types.map((type) => workflow.types[type]).join(texts.separator),
          <>
            <Tag tone={toneByState[absence.state]}>{texts.states[absence.state]}</Tag>{' '}
            {absence.state === 'ended' ? (
              absence.endReason === null ? null : (
                texts.endReasons[absence.endReason]
              )
            ) : (
              <Button aria-label={texts.endTitle(absence.deputy.name)} onPress={() => onEnd(absence)}>
                {texts.end}
              </Button>
            )}
          </>,
        ],
      }))}
    />
  );
}

import type { Absence } from '@sealflow/contract';
import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { type ReactNode, useState } from 'react';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { confirm } from '../../../shell/dialogs/confirm.store.ts';
import { useQueryParams } from '../../../shell/navigation/query-params.hook.ts';
import { useShowFailure } from '../../../shell/notices/failure.hook.ts';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { showSnackbar } from '../../../shell/notices/snackbar.store.ts';
import { useAbsenceActs, useOwnAbsences } from '../../../shell/people/absences.queries.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import mineStyles from '../mine.module.css';
import styles from './absence.module.css';
import type { AbsenceDraft } from './absence-draft.rules.ts';
import { AbsenceForm } from './absence-form.component.tsx';
import { useOfferedTypeName } from './offered-type-name.hook.ts';

/** Out of office: the user's deputies, and the people for whom the user deputises. */
export default function AbsenceScreen() {
  const { absence: texts, shell, mine } = useTexts();
  const { tenant } = useSignedIn();
  if (tenant !== null) return <Absences tid={tenant.tid} />;
  return (
    <Screen title={shell.views.absence}>
      <EmptyState title={mine.noTenant} hint={texts.lead} />
    </Screen>
  );
}

function Absences({ tid }: { readonly tid: string }) {
  const { absence: texts, shell } = useTexts();
  const { data, error, isPending, isFetching, refetch } = useOwnAbsences(tid);
  const named = namedDeputy(useQueryParams());
  const [isSetting, setSetting] = useState(named !== null);
  const own = data?.own ?? [];
  const asDeputy = data?.asDeputy ?? [];
  return (
    <Screen title={shell.views.absence} onRefresh={() => refetch()}>
      <p className={mineStyles.lead}>{texts.lead}</p>
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={own.length + asDeputy.length}
        empty={isSetting ? null : <EmptyState title={texts.none} hint={texts.noneHint} />}
      >
        {own.length === 0 ? null : (
          <section aria-label={texts.own}>
            <h2 className={mineStyles.heading}>{texts.own}</h2>
            <List>
              {own.map((absence) => (
                <OwnAbsence key={absence.id} tid={tid} absence={absence} />
              ))}
            </List>
          </section>
        )}
        {asDeputy.length === 0 ? null : (
          <section aria-label={texts.asDeputy}>
            <h2 className={mineStyles.heading}>{texts.asDeputy}</h2>
            <List>
              {asDeputy.map((absence) => (
                <AbsenceRow key={absence.id} tid={tid} absence={absence} name={absence.person.name} />
              ))}
            </List>
          </section>
        )}
      </ListState>
      {isSetting ? (
        <AbsenceForm tid={tid} deputy={named} onClose={() => setSetting(false)} />
      ) : (
        <div className={styles.action}>
          <Button wide variant="primary" disabled={data === undefined} onClick={() => setSetting(true)}>
            {texts.set}
          </Button>
        </div>
      )}
    </Screen>
  );
}

/** The person whom the search found and who is to be the deputy. */
function namedDeputy(query: URLSearchParams): AbsenceDraft['deputy'] {
  const [fid, name] = [query.get('deputy'), query.get('name')];
  return fid === null || name === null ? null : { fid, name };
}

type AbsenceProps = { readonly tid: string; readonly absence: Absence };

function OwnAbsence({ tid, absence }: AbsenceProps) {
  const { absence: texts } = useTexts();
  const showFailure = useShowFailure();
  const { end } = useAbsenceActs(tid);
  const { name } = absence.deputy;
  const confirmAndEnd = async () => {
    const isConfirmed = await confirm({
      title: texts.endTitle(name),
      text: texts.endText(name),
      confirmLabel: texts.end,
    });
    if (!isConfirmed) return;
    try {
      await end.mutateAsync(absence.id);
      showSnackbar({ color: 'success', text: texts.ended });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <AbsenceRow
      tid={tid}
      absence={absence}
      name={name}
      trailing={
        <Button
          aria-label={texts.endTitle(name)}
          loading={end.isPending}
          onClick={() => void confirmAndEnd()}
        >
          {texts.end}
        </Button>
      }
    />
  );
}

function AbsenceRow({
  tid,
  absence,
  name,
  trailing,
}: AbsenceProps & { readonly name: string; readonly trailing?: ReactNode }) {
  const { absence: texts } = useTexts();
  const language = useLanguage();
  const typeName = useOfferedTypeName(tid);
  const { from, until, types, state } = absence;
  const start = fullTime(from, language);
  const period = until === null ? texts.since(start) : texts.period(start, fullTime(until, language));
  const shownTypes =
    types === null ? texts.allTypes : types.map((type) => typeName(type)).join(texts.separator);
  return (
    <ListRow
      title={
        <>
          {name} <span className={styles.state}>{texts.states[state]}</span>
        </>
      }
      detail={
        <>
          {period}
          <br />
          {shownTypes}
        </>
      }
      trailing={trailing}
    />
  );
}

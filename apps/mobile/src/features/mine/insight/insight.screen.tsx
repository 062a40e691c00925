import { waitTime } from '@sealflow/domain/wait-time';
import { List, ListRow } from '@sealflow/ui/lists/list.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useState } from 'react';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { useSignedIn } from '../../../platform/session/index.ts';
import { ChoiceDialog } from '../../../shell/dialogs/choice-dialog.component.tsx';
import { ListState } from '../../../shell/notices/list-state.component.tsx';
import { Screen } from '../../../shell/screen.component.tsx';
import mineStyles from '../mine.module.css';
import { type InsightDays, useOwnInsight } from './insight.queries.ts';

const periods = ['30', '90', '365'] as const satisfies readonly InsightDays[];

/** The user's own tasks and waiting time, and whether administrators see them. */
export default function InsightScreen() {
  const { insight: texts, shell, mine } = useTexts();
  const { tenant } = useSignedIn();
  if (tenant !== null) return <Insight tid={tenant.tid} />;
  return (
    <Screen title={shell.views.insight}>
      <EmptyState title={mine.noTenant} hint={texts.lead} />
    </Screen>
  );
}

function Insight({ tid }: { readonly tid: string }) {
  const { insight: texts, shell, work } = useTexts();
  const language = useLanguage();
  const [days, setDays] = useState<InsightDays>('30');
  const [isChoosing, setChoosing] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useOwnInsight(tid, days);
  const waitText = (milliseconds: number) => {
    const { value, unit } = waitTime(milliseconds);
    return work.times[unit](value);
  };
  return (
    <Screen title={shell.views.insight} onRefresh={() => refetch()}>
      <p className={mineStyles.lead}>{texts.lead}</p>
      <ListState
        pending={isPending}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        count={data === undefined ? 0 : 1}
        empty={null}
      >
        {data === undefined ? null : (
          <>
            <List>
              <ListRow
                title={texts.period}
                trailing={texts.lastDays(Number(days))}
                chevron
                onPress={() => setChoosing(true)}
              />
              <ListRow title={texts.open} trailing={String(data.open)} />
              {data.oldestAt === null ? null : (
                <ListRow title={texts.oldest} trailing={fullTime(data.oldestAt, language)} />
              )}
              <ListRow title={texts.decided} trailing={String(data.decided)} />
              <ListRow
                title={texts.median}
                trailing={data.median === null ? texts.none : waitText(data.median)}
              />
            </List>
            <p className={mineStyles.lead}>{data.isShownToAdministrators ? texts.shown : texts.notShown}</p>
          </>
        )}
      </ListState>
      <ChoiceDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={texts.period}
        options={periods.map((id) => ({ id, label: texts.lastDays(Number(id)) }))}
        value={days}
        onChoose={setDays}
      />
    </Screen>
  );
}

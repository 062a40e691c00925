import { useActText, useTexts } from '../../i18n/index.ts';
import { Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useTimeText } from '../../kit/time.hook.ts';
import styles from './people.module.css';
import { shownRecordCount, useMemberRecords } from './people.queries.ts';

/** The latest acts of a member. */
export function MemberRecords({ tid, fid }: { readonly tid: string; readonly fid: string }) {
  const { people: texts } = useTexts();
  const actText = useActText();
  const timeText = useTimeText();
  const records = useMemberRecords(tid, fid);
  if (records.isError) {
    return <StatePane kind="error" error={records.error} onRetry={() => void records.refetch()} />;
  }
  if (records.data === undefined) return <StatePane kind="loading" />;
  if (records.data.total === 0) return <p>{texts.noRecords}</p>;
  return (
    <>
      <table className={styles.records}>
        <thead>
          <tr>
            <th scope="col">{texts.record.at}</th>
            <th scope="col">{texts.record.act}</th>
            <th scope="col">{texts.record.decision}</th>
          </tr>
        </thead>
        <tbody>
          {records.data.data.map((record) => (
            <tr key={record.sequence}>
              <td>{timeText(record.at)}</td>
              <td>{actText(record.act)}</td>
              <td>
                <Tag tone={record.decision === 'granted' ? 'neutral' : 'bad'}>
                  {texts.decisions[record.decision]}
                </Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {records.data.total > shownRecordCount ? <p>{texts.latestRecords(shownRecordCount)}</p> : null}
    </>
  );
}

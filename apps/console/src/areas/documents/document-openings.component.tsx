import { useTexts } from '../../i18n/index.ts';
import { Facts, Tag } from '../../kit/page.component.tsx';
import { StatePane } from '../../kit/state-pane.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import { useNames } from '../../platform/names.queries.ts';
import styles from './documents.module.css';
import { useOpenings } from './documents.queries.ts';

/** Who opened a document, on which device and when, as the audit chain records it. */
export function OpeningList({ tid, documentID }: { readonly tid: string; readonly documentID: string }) {
  const { documents: texts } = useTexts();
  const format = useFormat();
  const openings = useOpenings(tid, documentID);
  const records = openings.data?.data ?? [];
  const nameOf = useNames(
    tid,
    records.map(({ fid }) => fid),
  );
  if (openings.isPending) return <StatePane kind="loading" />;
  if (openings.isError)
    return <StatePane kind="error" error={openings.error} onRetry={() => void openings.refetch()} />;
  const granted = records.filter(({ decision }) => decision === 'granted');
  const distinct = (values: readonly (string | null)[]) => new Set(values.filter((one) => one !== null)).size;
  return (
    <>
      <p>{texts.openingsHint}</p>
      <Facts
        facts={[
          [texts.readers, String(distinct(granted.map(({ fid }) => fid)))],
          [texts.devices, String(distinct(granted.map(({ deviceID }) => deviceID)))],
        ]}
      />
      <ul className={styles.items}>
        {records.map((record) => (
          <li key={record.sequence} className={styles.item}>
            <span>
              <strong>{record.fid === null ? texts.unknownReader : nameOf(record.fid)}</strong>
              <span className={styles.note}>
                {format.exactTime(record.at)}
                {record.deviceID === null ? '' : ` · ${record.deviceID}`}
              </span>
            </span>
            <Tag tone={record.decision === 'granted' ? 'good' : 'bad'}>
              {record.decision === 'granted' ? texts.opened : `${texts.refused} ${record.reason ?? ''}`}
            </Tag>
          </li>
        ))}
      </ul>
      {records.length === 0 ? <p>{texts.noOpenings}</p> : null}
    </>
  );
}

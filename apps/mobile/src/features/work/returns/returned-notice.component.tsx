import type { FlowInfo } from '@sealflow/contract';
import { fullTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import styles from './returned-notice.module.css';

type ReturnedNoticeProps = { readonly flow: FlowInfo; readonly isOwn: boolean };

/** Who returned the application to its applicant, and why. Nothing for an application that is not returned. */
export function ReturnedNotice({ flow: { returnedBy, applicant }, isOwn }: ReturnedNoticeProps) {
  const { returns } = useTexts();
  const language = useLanguage();
  if (returnedBy === undefined) return null;
  const { person, reason, at } = returnedBy;
  return (
    <section className={styles.notice} aria-label={returns.tag}>
      <p>
        {isOwn ? returns.returnedToYou(person.name) : returns.returnedToOther(person.name, applicant.name)}
      </p>
      <p className={styles.reason}>{reason}</p>
      <time className={styles.soft} dateTime={new Date(at).toISOString()}>
        {fullTime(at, language)}
      </time>
    </section>
  );
}

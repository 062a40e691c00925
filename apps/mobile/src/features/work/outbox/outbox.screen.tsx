import { SkeletonList } from '@sealflow/ui/status/skeleton.component.tsx';
import { EmptyState } from '@sealflow/ui/status/state.component.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { sendWaiting, useOutboxStore } from '../../../platform/outbox/index.ts';
import { Screen } from '../../../shell/screen.component.tsx';
import styles from './outbox.module.css';
import { useOutboxEntries } from './outbox-entries.hook.ts';
import { OutboxEntryCard } from './outbox-entry.component.tsx';

/** /work?view=outbox: the queued decisions, and those that the service rejected. */
export default function OutboxScreen() {
  const { work, common } = useTexts();
  const entries = useOutboxEntries();
  const isRead = useOutboxStore((state) => state.isRead);
  const refused = entries.filter(({ state }) => state === 'refused');
  const waiting = entries.filter(({ state }) => state === 'waiting');
  return (
    <Screen title={work.outbox.title} onRefresh={sendWaiting}>
      {isRead ? null : <SkeletonList label={common.loading} rows={3} />}
      {isRead && entries.length === 0 ? (
        <EmptyState title={work.outbox.empty} hint={work.outbox.emptyHint} />
      ) : null}
      {refused.length === 0 ? null : (
        <section className={styles.section}>
          <h2 className={styles.heading}>{work.outbox.refusedHeading}</h2>
          <ul>
            {refused.map((entry) => (
              <OutboxEntryCard key={entry.seq} entry={entry} />
            ))}
          </ul>
        </section>
      )}
      {waiting.length === 0 ? null : (
        <section className={styles.section}>
          <h2 className={styles.heading}>{work.outbox.waitingHeading}</h2>
          <p className={styles.hint}>{work.outbox.hint}</p>
          <ul>
            {waiting.map((entry) => (
              <OutboxEntryCard key={entry.seq} entry={entry} />
            ))}
          </ul>
        </section>
      )}
    </Screen>
  );
}

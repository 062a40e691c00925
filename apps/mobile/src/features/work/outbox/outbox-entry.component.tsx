import { Button } from '@sealflow/ui/inputs/button.component.tsx';
import { shortTime } from '../../../i18n/dates.ts';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import { usePlatform } from '../../../platform/index.ts';
import type { OutboxEntry } from '../../../platform/outbox/index.ts';
import { paths } from '../../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../../shell/navigation/view.rules.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { flowPath } from '../flow-address.rules.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import styles from './outbox.module.css';
import { EntryActions, useEntryText } from './outbox-notice.component.tsx';

/** A decision in the outbox: its action, subject and remark, and why it was not sent. */
export function OutboxEntryCard({ entry }: { readonly entry: OutboxEntry }) {
  const { work, common } = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { clock } = usePlatform();
  const { tserviceVersion } = useWorkTenant();
  const entryText = useEntryText();
  const { action, title, remark, people, flowID, subject, createAt, refusal, tried } = entry;
  const time = shortTime(createAt, { now: clock.now(), language, yesterday: common.yesterday });
  const address =
    action === 'submit'
      ? viewAddress(paths.work, 'apply', { draft: subject })
      : flowPath({ flowID, taskID: action === 'cancel' ? null : subject }, tserviceVersion);
  return (
    <li className={styles.entry}>
      <p className={styles.title}>{work.outbox.decision(work.outbox.actions[action], title)}</p>
      {people.length === 0 ? null : (
        <p className={styles.soft}>{work.outbox.people(people.map(({ name }) => name).join('、'))}</p>
      )}
      {remark === '' ? null : <p className={styles.soft}>{work.outbox.remark(remark)}</p>}
      <p className={refusal === null ? styles.soft : styles.reason}>
        {refusal === null
          ? `${time} · ${tried ? work.outbox.unsure : work.outbox.waiting}`
          : entryText(entry)}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => navigate(address)}>{work.bulk.look}</Button>
        <EntryActions entry={entry} />
      </div>
    </li>
  );
}

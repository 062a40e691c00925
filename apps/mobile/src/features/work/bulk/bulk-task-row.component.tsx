import { errorText } from '@sealflow/domain/errors';
import { useLanguage, useTexts } from '../../../i18n/index.ts';
import type { Outcome } from '../../../platform/outbox/index.ts';
import { useNavigate } from '../../../shell/router/index.ts';
import { detailFacts } from '../facts/detail-facts.rules.ts';
import { flowPath } from '../flow-address.rules.ts';
import type { ChosenTask } from '../list/task-selection.rules.ts';
import { useWorkTenant } from '../work-tenant.hook.ts';
import type { LoadedTask } from './bulk.queries.ts';
import styles from './bulk-form.module.css';

type BulkTaskRowProps = {
  readonly task: ChosenTask;
  /** The loaded application; undefined while it is loading. */
  readonly loaded: LoadedTask | 'failed' | undefined;
  readonly outcome: Outcome | undefined;
};

/**
 * A task of a bulk decision, with its outcome. It shows all fields of the application, because the decision's
 * digest covers them; a press opens the application with its files.
 */
export function BulkTaskRow({ task, loaded, outcome }: BulkTaskRowProps) {
  const { work, absence } = useTexts();
  const navigate = useNavigate();
  const { tserviceVersion } = useWorkTenant();
  const language = useLanguage();
  const { title, applicant, flowID, taskID } = task;
  const isLoaded = typeof loaded === 'object';
  const details = isLoaded ? detailFacts(loaded.info, { texts: work.details, language }) : [];
  const deputyFor = isLoaded ? loaded.info.myTask?.deputyFor : undefined;
  const standsFor = deputyFor ? absence.standsFor(deputyFor.name) : null;
  const facts = [work.by(applicant), standsFor, isLoaded ? work.bulk.files(loaded.files) : null];
  return (
    <li>
      <button
        type="button"
        className={styles.task}
        onClick={() => navigate(flowPath({ flowID, taskID }, tserviceVersion))}
      >
        <span className={styles.title}>{title}</span>
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
        {isLoaded && loaded.info.description !== '' ? (
          <span className={styles.detail}>{loaded.info.description}</span>
        ) : null}
        {details.map(({ name, value }) => (
          <span key={name} className={styles.detail}>{`${name}: ${value}`}</span>
        ))}
        <TaskStatus loaded={loaded} outcome={outcome} />
      </button>
    </li>
  );
}

function TaskStatus({ loaded, outcome }: Pick<BulkTaskRowProps, 'loaded' | 'outcome'>) {
  const { work } = useTexts();
  const language = useLanguage();
  if (outcome?.state === 'sent') return <span className={styles.sent}>{work.taskStates.processed}</span>;
  if (outcome?.state === 'waiting') return <span className={styles.waiting}>{work.outbox.waiting}</span>;
  if (outcome?.state === 'refused') {
    const { code, params } = outcome.refusal;
    return <span className={styles.refused}>{errorText(code, language === 'zh' ? 'cn' : 'en', params)}</span>;
  }
  return loaded === 'failed' ? <span className={styles.refused}>{work.bulk.unread}</span> : null;
}

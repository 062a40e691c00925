import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../i18n/index.ts';
import { Notice } from '../../kit/notice.component.tsx';
import { Section, Tag } from '../../kit/page.component.tsx';
import { type Concern, concernsOf } from './concerns.rules.ts';
import { BackupFacts, DatabaseFacts, StorageFacts, VersionFacts } from './facts.component.tsx';
import styles from './health.module.css';
import type { Health } from './health.queries.ts';
import { NodeTable } from './node-table.component.tsx';
import { BrokenTransportTable, CertificateTable, QueueTable } from './tables.component.tsx';

type PartName = Health['failures'][number]['part'];

/** All parts of the state. One that could not be read says why; the others are shown. */
export function StateTab({ health }: { readonly health: Health }) {
  const { nodes, queues, storage, database, certificates, delivery, backups, versions } = health;
  const reasonOf = (part: PartName) => health.failures.find((failure) => failure.part === part)?.reason;
  return (
    <>
      <Concerns concerns={concernsOf(health)} />
      <Part name="nodes" reason={reasonOf('nodes')}>
        {nodes && <NodeTable nodes={nodes} />}
      </Part>
      <Part name="queues" reason={reasonOf('queues')}>
        {queues && <QueueTable queues={queues} />}
      </Part>
      <div className={styles.columns}>
        <Part name="storage" reason={reasonOf('storage')}>
          {storage && <StorageFacts storage={storage} />}
        </Part>
        <Part name="database" reason={reasonOf('database')}>
          {database && <DatabaseFacts database={database} />}
        </Part>
        <Part name="backups" reason={reasonOf('backups')}>
          {backups && <BackupFacts backups={backups} />}
        </Part>
        <VersionFacts versions={versions} database={database?.version ?? null} />
      </div>
      <Part name="delivery" reason={reasonOf('delivery')}>
        {delivery && <BrokenTransportTable broken={delivery.broken} />}
      </Part>
      <Part name="certificates" reason={reasonOf('certificates')}>
        {certificates && <CertificateTable certificates={certificates} />}
      </Part>
    </>
  );
}

type PartProps = {
  readonly name: PartName;
  /** Why the part cannot be read. */
  readonly reason: string | undefined;
  readonly children: ReactNode;
};

function Part({ name, reason, children }: PartProps) {
  const texts = useTexts().health;
  return (
    <Section title={texts.parts[name]}>
      {reason === undefined ? (
        children
      ) : (
        <Notice kind="warning">{texts.unreadable(reason === 'timeout' ? texts.timeout : reason)}</Notice>
      )}
    </Section>
  );
}

/** The page that shows what a concern is about, unless it is a part of this one. */
const pageOf = ({ name, about }: Concern): string | null => {
  if (name === 'failedJobs') return '?tab=jobs';
  if (name === 'failedDeliveries') return '?tab=deliveries&days=7';
  return name === 'transportBroken' ? `/operator/configuration?tab=${about}` : null;
};

function ConcernLink({ concern, children }: { readonly concern: Concern; readonly children: ReactNode }) {
  const page = pageOf(concern);
  return page === null ? children : <Link to={page}>{children}</Link>;
}

function Concerns({ concerns }: { readonly concerns: readonly Concern[] }) {
  const { health: texts } = useTexts();
  const nameOf = ({ name, about }: Concern) => {
    if (name === 'unreadable') return texts.parts[about as PartName];
    if (name === 'diskFull' || name === 'diskLow') return texts.disks[about as 'data' | 'objects'];
    if (name === 'transportBroken') return texts.transports[about as 'mail' | 'sms'];
    return about;
  };
  return (
    <Section title={texts.attention}>
      {concerns.length === 0 ? <p>{texts.nothing}</p> : null}
      <ul className={styles.concerns}>
        {concerns.map((concern) => (
          <li key={`${concern.name} ${concern.about}`} className={styles.concern}>
            <Tag tone={concern.isUrgent ? 'bad' : 'warning'}>
              {concern.isUrgent ? texts.urgent : texts.notice}
            </Tag>
            <ConcernLink concern={concern}>{texts.concerns[concern.name](nameOf(concern))}</ConcernLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { useTexts } from '../../i18n/index.ts';
import { Facts, Section } from '../../kit/page.component.tsx';
import { SmallTable } from '../../kit/small-table.component.tsx';
import { useFormat } from '../../platform/format.hook.ts';
import type { Health } from './health.queries.ts';

type Part<K extends keyof Health> = NonNullable<Health[K]>;

/** Where files are stored, and the disks of the node that answered. */
export function StorageFacts({ storage }: { readonly storage: Part<'storage'> }) {
  const texts = useTexts().health;
  const format = useFormat();
  return (
    <Facts
      facts={[
        [texts.storageKind, texts.storageKinds[storage.kind]],
        [texts.files, format.number(storage.files)],
        [texts.fileBytes, format.size(storage.fileBytes)],
        [texts.unreferenced, format.number(storage.unreferenced)],
        ...storage.disks.map(
          ({ place, freeBytes, totalBytes, reservedBytes }) =>
            [
              texts.disks[place],
              <span key={place}>
                {texts.diskFree(format.size(freeBytes), format.size(totalBytes))}
                <br />
                {texts.diskReserved(format.size(reservedBytes))}
              </span>,
            ] as const,
        ),
      ]}
    />
  );
}

/** The database with its largest tables. */
export function DatabaseFacts({ database }: { readonly database: Part<'database'> }) {
  const { health: texts, common } = useTexts();
  const format = useFormat();
  const { connections, largestTables, replicas } = database;
  return (
    <>
      <Facts
        facts={[
          [texts.databaseBytes, format.size(database.bytes)],
          [texts.schemaVersion, database.schema.applied],
          [texts.connections, texts.of(connections.used, connections.maximum)],
          [texts.replicas, replicas === 0 ? texts.noReplicas : format.number(replicas)],
        ]}
      />
      <details>
        <summary>{texts.largestTables}</summary>
        <SmallTable
          label={texts.largestTables}
          columns={[texts.table, texts.size, texts.rows]}
          rows={largestTables.map(({ table, bytes, rows }) => ({
            id: table,
            cells: [table, format.size(bytes), rows === null ? common.unknown : format.number(rows)],
          }))}
        />
      </details>
    </>
  );
}

/** The last backup and the last attempt that failed. */
export function BackupFacts({ backups: { last, lastFailed } }: { readonly backups: Part<'backups'> }) {
  const { health: texts, common } = useTexts();
  const format = useFormat();
  const failure =
    lastFailed === null
      ? []
      : [
          [
            texts.lastFailedBackup,
            `${format.time(lastFailed.finishedAt)} (${lastFailed.reason ?? common.unknown})`,
          ] as const,
        ];
  if (last === null)
    return (
      <>
        <p>{texts.noBackup}</p>
        <Facts facts={failure} />
      </>
    );
  return (
    <Facts
      facts={[
        [texts.lastBackup, format.time(last.finishedAt)],
        [texts.backupSize, last.bytes === null ? common.unknown : format.size(last.bytes)],
        [texts.withFiles, last.hasFiles ? common.yes : common.no],
        [texts.state, last.isVerified ? texts.verified : texts.notVerified],
        ...failure,
      ]}
    />
  );
}

type VersionFactsProps = { readonly versions: Health['versions']; readonly database: string | null };

/** The versions of the service and of what it runs on. */
export function VersionFacts({ versions, database }: VersionFactsProps) {
  const { health: texts, common } = useTexts();
  return (
    <Section title={texts.versions}>
      <Facts
        facts={[
          [texts.service, `${versions.service} (${texts.schemaVersion} ${versions.schema})`],
          ['PostgreSQL', database ?? common.unknown],
          [texts.runtime, versions.runtime],
          [texts.platform, versions.platform],
        ]}
      />
    </Section>
  );
}

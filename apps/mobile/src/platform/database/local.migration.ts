import type { SqlPort } from '../ports/sql.port.ts';

/** Each entry leads from the version that is its index to the next; entries are never changed, only added. */
const steps: readonly (readonly string[])[] = [
  [
    `CREATE TABLE recent_file (
      accountID TEXT NOT NULL,
      fileID TEXT NOT NULL,
      isFlowFile INTEGER NOT NULL DEFAULT 0,
      createAt INTEGER NOT NULL,
      fileWholeName TEXT NOT NULL,
      fileName TEXT NOT NULL,
      flowID TEXT,
      flowName TEXT,
      flowFileURL TEXT,
      flowFileName TEXT,
      encrypted INTEGER NOT NULL DEFAULT 0,
      "key" TEXT,
      userOID TEXT,
      orgID TEXT,
      clID TEXT,
      tid TEXT,
      tname TEXT,
      downloadPer INTEGER NOT NULL DEFAULT 0 CHECK (downloadPer BETWEEN 0 AND 100),
      flag INTEGER NOT NULL DEFAULT 0,
      fileSize INTEGER,
      mimeType TEXT,
      PRIMARY KEY (accountID, fileID)
    )`,
    // The order of both lists; covers paging without sorting.
    'CREATE INDEX recent_file_by_time ON recent_file (accountID, flag, createAt DESC, fileID)',
    `CREATE TABLE use_licence (
      accountID TEXT NOT NULL,
      documentID TEXT NOT NULL,
      licence TEXT NOT NULL,
      leaseEnd INTEGER,
      PRIMARY KEY (accountID, documentID)
    )`,
  ],
];

/** Brings a database to this version in one transaction; two tabs that start at once do it once. */
export async function migrateLocal(sql: SqlPort): Promise<void> {
  await sql.transaction(async (tx) => {
    const [row] = await tx.query('PRAGMA user_version');
    const version = Number(row?.['user_version'] ?? 0);
    for (const step of steps.slice(version)) for (const statement of step) await tx.run(statement);
    // A pragma takes no parameters; as a query, because one engine refuses to run what could give rows.
    if (version < steps.length) await tx.query(`PRAGMA user_version = ${steps.length}`);
  });
}

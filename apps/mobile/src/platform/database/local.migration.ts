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
  [
    // The order of the decisions is that of `seq`, which is never given twice.
    `CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      accountID TEXT NOT NULL,
      tid TEXT NOT NULL,
      action TEXT NOT NULL,
      flowID TEXT NOT NULL,
      subject TEXT NOT NULL,
      title TEXT NOT NULL,
      requestKey TEXT NOT NULL,
      remark TEXT NOT NULL DEFAULT '',
      people TEXT NOT NULL DEFAULT '[]',
      seen TEXT,
      createAt INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'refused')),
      tried INTEGER NOT NULL DEFAULT 0 CHECK (tried IN (0, 1)),
      refusal TEXT
    )`,
    // Nobody decides the same twice while the first decision is on its way.
    `CREATE UNIQUE INDEX outbox_one_waiting ON outbox (accountID, tid, subject) WHERE state = 'waiting'`,
    `CREATE TABLE outbox_lease (
      accountID TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      until INTEGER NOT NULL
    )`,
    `CREATE TABLE stored_answer (
      accountID TEXT NOT NULL,
      tid TEXT NOT NULL,
      name TEXT NOT NULL,
      body TEXT NOT NULL,
      storedAt INTEGER NOT NULL,
      PRIMARY KEY (accountID, tid, name)
    )`,
    `CREATE TABLE draft (
      accountID TEXT NOT NULL,
      name TEXT NOT NULL,
      body TEXT NOT NULL,
      updateAt INTEGER NOT NULL,
      PRIMARY KEY (accountID, name)
    )`,
  ],
  [
    `CREATE TABLE application_draft (
      accountID TEXT NOT NULL,
      tid TEXT NOT NULL,
      draftID TEXT NOT NULL,
      body TEXT NOT NULL,
      updateAt INTEGER NOT NULL,
      removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
      PRIMARY KEY (accountID, draftID)
    )`,
    `CREATE TABLE flow_download (
      accountID TEXT NOT NULL,
      tid TEXT NOT NULL,
      flowID TEXT NOT NULL,
      tname TEXT NOT NULL,
      flowName TEXT NOT NULL,
      downloadID TEXT,
      state TEXT NOT NULL CHECK (state IN ('running', 'received', 'done')),
      PRIMARY KEY (accountID, tid, flowID)
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

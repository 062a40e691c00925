import type { SqlPort } from '../ports/sql.port.ts';
import { searchedTextSql } from './searched-text.table.ts';

const wordsOf = (row: 'new') =>
  `INSERT INTO recent_file_text (rowid, fileWholeName, flowName) VALUES (${row}.rowid, ${row}.fileWholeName, ${row}.flowName);`;
const withoutWordsOf = (row: 'old') =>
  `INSERT INTO recent_file_text (recent_file_text, rowid, fileWholeName, flowName) VALUES ('delete', ${row}.rowid, ${row}.fileWholeName, ${row}.flowName);`;
const renamed = 'new.fileWholeName IS NOT old.fileWholeName OR new.flowName IS NOT old.flowName';

/** Each entry migrates from the version that is its index to the next; entries are never changed, only added. */
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
    // The order of both lists; pages are read without sorting.
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
    // `seq` is the order of the decisions and is never reused.
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
    // No second decision on the same subject while the first is pending.
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
  [
    // One row here hides a list of a hundred thousand records; deleting the row restores them.
    `CREATE TABLE recent_removal (
      removalID INTEGER PRIMARY KEY AUTOINCREMENT,
      accountID TEXT NOT NULL,
      list INTEGER,
      text TEXT NOT NULL,
      removeAt INTEGER NOT NULL
    )`,
    'ALTER TABLE recent_file ADD COLUMN removal INTEGER NOT NULL DEFAULT 0',
    // The order of both lists, with all columns that decide whether a record is in one: pages are skipped without
    // reading records.
    'DROP INDEX recent_file_by_time',
    'CREATE INDEX recent_file_by_time ON recent_file (accountID, flag, createAt DESC, fileID, removal, downloadPer)',
    // The same with the searched text: a text too short for trigrams is searched in this index instead of in the
    // records.
    `CREATE INDEX recent_file_by_text
      ON recent_file (accountID, flag, createAt DESC, fileID, removal, downloadPer, ${searchedTextSql})`,
    // Finds the records that contain the trigrams; the records themselves decide on position and real match.
    `CREATE VIRTUAL TABLE recent_file_text USING fts5
      (fileWholeName, flowName, content = 'recent_file', tokenize = 'trigram', detail = none, columnsize = 0)`,
    "INSERT INTO recent_file_text (recent_file_text) VALUES ('rebuild')",
    // One line each: a bridge treats a semicolon at the end of a line as the end of a statement.
    `CREATE TRIGGER recent_file_put AFTER INSERT ON recent_file BEGIN ${wordsOf('new')} END`,
    `CREATE TRIGGER recent_file_gone AFTER DELETE ON recent_file BEGIN ${withoutWordsOf('old')} END`,
    `CREATE TRIGGER recent_file_named AFTER UPDATE OF fileWholeName, flowName ON recent_file WHEN ${renamed} BEGIN ${withoutWordsOf('old')} ${wordsOf('new')} END`,
    'ALTER TABLE flow_download ADD COLUMN paused INTEGER NOT NULL DEFAULT 0',
  ],
  // Leaving one organisation keeps the licences of the others; the organisation of existing licences is unknown.
  ['ALTER TABLE use_licence ADD COLUMN tid TEXT'],
  [
    // One sealed list for each account.
    `CREATE TABLE recent_search (
      accountID TEXT PRIMARY KEY,
      sealed TEXT NOT NULL
    )`,
  ],
  // A decision can be undone until this time, also after a reload.
  ['ALTER TABLE outbox ADD COLUMN notBefore INTEGER'],
  ['ALTER TABLE outbox ADD COLUMN stage INTEGER'],
  [
    // Which documents have an index of their text. An id is never reused, because tokens of a deleted one may still be stored.
    `CREATE TABLE document_text (
      textID INTEGER PRIMARY KEY AUTOINCREMENT,
      accountID TEXT NOT NULL,
      fileID TEXT NOT NULL,
      documentID TEXT,
      tid TEXT,
      tokenCount INTEGER NOT NULL,
      indexedAt INTEGER NOT NULL,
      UNIQUE (accountID, fileID)
    )`,
    'CREATE INDEX document_text_by_licence ON document_text (accountID, documentID)',
    // Keyed hashes only: without positions and without the text.
    `CREATE VIRTUAL TABLE document_token USING fts5
      (tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
    // Whatever deletes a record or a licence deletes the index of its text in the same transaction.
    'CREATE TRIGGER document_text_gone AFTER DELETE ON document_text BEGIN DELETE FROM document_token WHERE rowid = old.textID; END',
    'CREATE TRIGGER recent_file_text_gone AFTER DELETE ON recent_file BEGIN DELETE FROM document_text WHERE accountID = old.accountID AND fileID = old.fileID; END',
    'CREATE TRIGGER use_licence_text_gone AFTER DELETE ON use_licence BEGIN DELETE FROM document_text WHERE accountID = old.accountID AND documentID = old.documentID; END',
  ],
  [
    `CREATE TABLE pinned_document (
      accountID TEXT NOT NULL,
      fileID TEXT NOT NULL,
      pinnedAt INTEGER NOT NULL,
      PRIMARY KEY (accountID, fileID)
    )`,
    // Whatever deletes a record deletes its pin in the same transaction.
    'CREATE TRIGGER recent_file_pin_gone AFTER DELETE ON recent_file BEGIN DELETE FROM pinned_document WHERE accountID = old.accountID AND fileID = old.fileID; END',
  ],
  [
    // A new decision replaces a refused one on the same subject in the statement that inserts it.
    "CREATE TRIGGER outbox_refused_gone AFTER INSERT ON outbox WHEN new.state = 'waiting' BEGIN DELETE FROM outbox WHERE accountID = new.accountID AND tid = new.tid AND subject = new.subject AND state = 'refused'; END",
  ],
];

/** Migrates a database to this version in one transaction; two tabs that start at once do it once. */
export async function migrateLocal(sql: SqlPort): Promise<void> {
  await sql.transaction(async (tx) => {
    const [row] = await tx.query('PRAGMA user_version');
    const version = Number(row?.['user_version'] ?? 0);
    for (const step of steps.slice(version)) for (const statement of step) await tx.run(statement);
    // A pragma takes no parameters; run as a query, because one engine rejects statements that could return rows.
    if (version < steps.length) await tx.query(`PRAGMA user_version = ${steps.length}`);
  });
}

export type BackupErrorCode =
  | 'backup.not_a_backup'
  | 'backup.damaged'
  | 'backup.file_exists'
  | 'backup.newer_than_service'
  | 'backup.not_empty'
  | 'backup.object_missing'
  | 'backup.schema_differs';

/** A backup cannot be written or restored. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

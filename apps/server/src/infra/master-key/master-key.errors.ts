export type MasterKeyErrorCode =
  | 'master_key.missing'
  | 'master_key.malformed'
  | 'master_key.unreadable'
  | 'master_key.wrong'
  | 'master_key.open_to_others'
  | 'master_key.nowhere_to_put'
  | 'master_key.does_not_open'
  | 'master_key.nodes_run';

/** The master key is unusable, or its use would risk losing or exposing keys. The message is for the operator. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
  readonly code: MasterKeyErrorCode;

  constructor(code: MasterKeyErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

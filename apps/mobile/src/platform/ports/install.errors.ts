/** Why the device did not install a package; nothing was changed then. */
export type InstallRefusal =
  | 'hash_differs'
  | 'signer_differs'
  | 'package_differs'
  | 'not_newer'
  | 'not_found'
  | 'not_allowed'
  | 'no_room'
  | 'no_installer'
  | 'refused';

export class InstallError extends Error {
  override readonly name = 'InstallError';
  readonly code: InstallRefusal;

  constructor(code: InstallRefusal, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

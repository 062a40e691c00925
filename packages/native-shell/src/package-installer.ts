/** Installs a package of this app on Android. Registered as `PackageInstaller`. */
export interface PackageInstallerPlugin {
  /**
   * Checks a package in the app's files folder (`directory` and `path` as in the filesystem plugin) and passes it to
   * the system, which asks the user. Rejects with code `hash_differs`, `signer_differs` (not signed like the running
   * app), `package_differs`, `not_newer`, `not_found`, `not_allowed` (the user has not allowed this app to install; its
   * settings page was opened), `no_room`, `no_installer` (the phone has no activity that installs packages) or
   * `refused`. Then nothing was installed. If the system fails the session, as MIUI and EMUI do, the package is opened
   * with the installer's own activity.
   */
  install(options: { readonly path: string; readonly sha256: string }): Promise<void>;
}

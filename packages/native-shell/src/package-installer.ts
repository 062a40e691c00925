/** Installs a package of this very app on Android. Registered as `PackageInstaller`. */
export interface PackageInstallerPlugin {
  /**
   * Checks a package of the app's files folder (`directory` and `path` as of the filesystem plugin) and hands it to the
   * system, which asks the person. Rejects with code `hash_differs`, `signer_differs` (not signed as the running app is),
   * `package_differs`, `not_newer`, `not_found`, `not_allowed` (the person has not let this app install; its settings page
   * was opened), `no_room`, `no_installer` (no activity of the phone takes packages) or `refused`. Nothing is installed then.
   * Where the system fails the session, as MIUI and EMUI do, the package is opened with the installer's own activity.
   */
  install(options: { readonly path: string; readonly sha256: string }): Promise<void>;
}

/** Installs a package of this very app on Android. Registered as `PackageInstaller`. */
export interface PackageInstallerPlugin {
  /**
   * Checks a package of the app's files folder (`directory` and `path` as of the filesystem plugin) and hands it to the
   * system, which asks the person. Rejects with code `hash_differs`, `signer_differs` (not signed as the running app is),
   * `package_differs`, `not_newer`, `not_found`, `not_allowed` (the person has not let this app install; its settings page
   * was opened) or `refused`. Nothing is installed then.
   */
  install(options: { readonly path: string; readonly sha256: string }): Promise<void>;
}

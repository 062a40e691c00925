import type { CodeOffer } from '@sealflow/domain/updates';

/** Newer code as the service offers it; `uri` is where it lies. */
export type OfferedCode = CodeOffer & { readonly uri: string };

/** A package of the app that is downloaded whole, by its path of the files port. */
export type InstallPackage = {
  readonly path: string;
  /** Named after the version. */
  readonly name: string;
  readonly sha256: string;
};

/** How this device takes a new version of the app. */
export type AppUpdatePort = {
  /** Whose releases the app compares itself with; null where it is no more than a page, as on a PC. */
  readonly releases: 'android' | 'ios' | null;
  /** Tells one build of the code from another: it changes with whatever was fetched and started. */
  readonly codeId: string;
  /**
   * Looks for newer code of the same app and fetches it; `ready` where it now waits to be started. Code that is refused
   * (not signed by whom the app trusts, not what it says, or once come to nothing) leaves what is there.
   * @param latest - asks the service what it offers; null where that is nothing.
   */
  fetchCode(latest: () => Promise<OfferedCode | null>): Promise<'none' | 'ready'>;
  /** Starts the fetched code: the page ends here. */
  startCode(): Promise<void>;
  /** The code came up: a screen stands. Code of which nobody says so is taken back by the device. */
  started(): Promise<void>;
  /** Hands a finished package to what installs it. @throws InstallError. */
  openInstaller(given: InstallPackage): Promise<void>;
  /** Opens the page of a store. */
  openStore(address: string): Promise<void>;
};

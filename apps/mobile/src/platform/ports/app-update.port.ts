import type { HotUpdateOffer } from '@sealflow/domain/updates';

/** Newer code as the service offers it; `uri` is its address. */
export type OfferedCode = HotUpdateOffer & { readonly uri: string };

/** A downloaded package of the app, with its path in the files port. */
export type InstallPackage = {
  readonly path: string;
  /** Contains the version. */
  readonly name: string;
  readonly sha256: string;
};

/** Updates of the app on this device. */
export type AppUpdatePort = {
  /** The platform of the releases that the app compares itself with; null for a mere web page, as on a PC. */
  readonly releasePlatform: 'android' | 'ios' | null;
  /** Identifies the build of the running code: it changes with each update that starts. */
  readonly codeId: string;
  /**
   * Checks for newer code of the same app and downloads it; `ready` if it can be started. Rejected code (without a
   * trusted signature, of another version than offered, or failed at a start) leaves the current code in place.
   * @param latest - asks the service for its offer; null for none.
   */
  downloadCode(latest: () => Promise<OfferedCode | null>): Promise<'none' | 'ready'>;
  /** Starts the downloaded code; the page ends here. */
  startCode(): Promise<void>;
  /** Confirms that the code started and a screen rendered. The device rolls back code that is not confirmed. */
  confirmStarted(): Promise<void>;
  /**
   * Passes a finished package to the installer.
   * @throws InstallError.
   */
  openInstaller(installPackage: InstallPackage): Promise<void>;
  /** Opens the page of a store. */
  openStore(address: string): Promise<void>;
};

/** How this device takes a new version of the app. */
export type AppUpdatePort = {
  /** Whose releases the app compares itself with; null where it is no more than a page, as on a PC. */
  readonly releases: 'android' | 'ios' | null;
  /** Tells one build of the code from another: it changes with whatever was fetched and started. */
  readonly codeId: string;
  /** Looks for newer code of the same app and fetches it; `ready` where it now waits to be started. */
  fetchCode(): Promise<'none' | 'ready'>;
  /** Starts the fetched code: the page ends here. */
  startCode(): Promise<void>;
  /** Hands a finished package of the files port to what installs it, under this name. */
  openInstaller(path: string, name: string): Promise<void>;
  /** Opens the page of a store. */
  openStore(address: string): Promise<void>;
};

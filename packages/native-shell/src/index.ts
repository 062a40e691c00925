export type { AppSettingsPlugin } from './app-settings.ts';
export type { BoundKeyPlugin } from './bound-key.ts';
export type { DataProtectionPlugin } from './data-protection.ts';
export type { IncomingFile, IncomingFilesPlugin, IncomingProblem } from './incoming-files.ts';
export type { KeychainPlugin, KeychainStatus } from './keychain.ts';
export type { MediaRangesPlugin, MediaRead } from './media-ranges.ts';
export type { PackageInstallerPlugin } from './package-installer.ts';
export type { PressedNotesPlugin } from './pressed-notes.ts';
export type { ScreenGuardPlugin } from './screen-guard.ts';

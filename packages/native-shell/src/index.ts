export type { IncomingFile, IncomingFilesPlugin, IncomingProblem } from './incoming-files.ts';
export type { MediaRangesPlugin, MediaRead } from './media-ranges.ts';
export type {
  BoundKeyPlugin,
  DataProtectionPlugin,
  KeychainPlugin,
  KeychainStatus,
  ScreenGuardPlugin,
} from './protection.ts';
export type {
  AppSettingsPlugin,
  DecisionActionsPlugin,
  PackageInstallerPlugin,
  PressedNotesPlugin,
} from './system.ts';

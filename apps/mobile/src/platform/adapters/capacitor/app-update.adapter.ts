import { AppLauncher } from '@capacitor/app-launcher';
import { Capacitor, registerPlugin } from '@capacitor/core';
import { LiveUpdate } from '@capawesome/capacitor-live-update';
import type { PackageInstallerPlugin } from '@sealflow/native-shell';
import type { AppUpdatePort } from '../../ports/app-update.port.ts';
import { InstallError, type InstallRefusal } from '../../ports/install.errors.ts';
import { type CodeUpdateContext, confirmStarted, downloadCode } from './code-update.util.ts';

const PackageInstaller = registerPlugin<PackageInstallerPlugin>('PackageInstaller');

const knownRefusals = new Set<InstallRefusal>([
  'hash_differs',
  'signer_differs',
  'package_differs',
  'not_newer',
  'not_found',
  'not_allowed',
  'no_room',
  'no_installer',
]);

function installErrorOf(error: unknown): InstallError {
  const code = error instanceof Error && 'code' in error ? (error.code as InstallRefusal) : 'refused';
  return new InstallError(knownRefusals.has(code) ? code : 'refused', { cause: error });
}

/** Updates of the native app: code comes as signed bundles, the app itself as an Android package or from the store. */
export function createCapacitorAppUpdate(context: CodeUpdateContext, codeId: string): AppUpdatePort {
  return {
    releasePlatform: Capacitor.getPlatform() === 'ios' ? 'ios' : 'android',
    codeId,
    downloadCode: (latest) => downloadCode(context, latest),
    startCode: () => LiveUpdate.reload(),
    confirmStarted: () => confirmStarted(context),
    openInstaller: ({ path, sha256 }) =>
      PackageInstaller.install({ path, sha256 }).catch((error: unknown) =>
        Promise.reject(installErrorOf(error)),
      ),
    openStore: async (address) => {
      // Only addresses of a store or website: an update must not start anything else.
      if (!/^(?:https|itms-apps):/iu.test(address)) throw new InstallError('refused');
      const { completed } = await AppLauncher.openUrl({ url: address });
      if (!completed) throw new InstallError('refused');
    },
  };
}

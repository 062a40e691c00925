import { limits } from '@sealflow/domain/limits';
import { decideUpdate } from '@sealflow/domain/updates';
import type { Api } from '../api/index.ts';
import type { Platform } from '../index.ts';
import type { AppUpdatePort } from '../ports/app-update.port.ts';
import { debounce } from '../timing.util.ts';
import { appVersion } from './app-version.util.ts';
import { latestCode, latestRelease, offerOf } from './release.queries.ts';
import { useUpdates } from './updates.store.ts';

export type UpdateDeps = {
  readonly api: Api;
  readonly platform: Platform;
  /** Replaces the built-in version as the shown one. */
  readonly localVersion?: string;
};

/** `offered`: a newer release, which the dialog offers; `ready`: newer code can be started. */
export type UpdateCheck = {
  readonly found: 'offered' | 'ready' | 'latest';
  /** The server's version. */
  readonly version: string;
};

const checkForCode = ({ api, platform: { appUpdate } }: UpdateDeps) =>
  hotCheck(appUpdate, () => latestCode(api, appUpdate.releasePlatform));

const isAutoUpdateOn = async ({ platform }: UpdateDeps) =>
  (await platform.preferences.get('autoUpdate')) !== 'false';

async function readLatest({ api, platform, localVersion = appVersion }: UpdateDeps) {
  const { releasePlatform } = platform.appUpdate;
  const release = releasePlatform === null ? null : await latestRelease(api, releasePlatform);
  // A page is served by the service itself: without a release, the service has this very version.
  const served = platform.kind === 'native' ? '' : localVersion;
  return {
    localVersion,
    offer: release === null ? null : offerOf(api, release),
    serverVersion: release?.appVer ?? served,
  };
}

/**
 * The check that the user requests.
 * @throws ApiError, or the error of the code download.
 */
export async function checkForUpdate(
  deps: UpdateDeps,
  { isManual = true }: { readonly isManual?: boolean } = {},
): Promise<UpdateCheck> {
  const { localVersion, offer, serverVersion } = await readLatest(deps);
  const putOff = !isManual && useUpdates.getState().postponed.includes(serverVersion);
  const step = decideUpdate({ localVersion, serverVersion, putOff });
  if (step === 'offer' && offer !== null) {
    // An offer that is already shown is not shown again.
    if (useUpdates.getState().offer?.version !== offer.version) useUpdates.setState({ offer });
    return { found: 'offered', version: serverVersion };
  }
  const shouldCheckCode = step === 'hotUpdate' && (isManual || (await isAutoUpdateOn(deps)));
  const isReady = shouldCheckCode && (await checkForCode(deps)) === 'ready';
  return { found: isReady ? 'ready' : 'latest', version: serverVersion };
}

/** The automatic check after signing in (section 4). Never rejects: the user did not request it. */
export async function checkAppUpdate(deps: UpdateDeps): Promise<void> {
  await checkForUpdate(deps, { isManual: false }).catch(() => undefined);
}

/** Postpones the offer, and checks for newer code of the installed app instead (section 4). */
export async function postponeUpdate(deps: UpdateDeps): Promise<void> {
  const { offer, postponed } = useUpdates.getState();
  if (offer === null) return;
  useUpdates.setState({ offer: null, postponed: [...postponed, offer.version] });
  const { localVersion = appVersion } = deps;
  const step = decideUpdate({ localVersion, serverVersion: offer.version, putOff: true });
  if (step !== 'hotUpdate' || !(await isAutoUpdateOn(deps))) return;
  await checkForCode(deps).catch(() => undefined);
}

/** Whether this start is the first of newly downloaded code; true once. */
export async function isFirstStartOfCode({ preferences, appUpdate }: Platform): Promise<boolean> {
  const before = await preferences.get('codeId');
  if (before === appUpdate.codeId) return false;
  await preferences.set('codeId', appUpdate.codeId);
  return before !== null;
}

type CodeCheckResult = Awaited<ReturnType<AppUpdatePort['downloadCode']>>;
type Latest = Parameters<AppUpdatePort['downloadCode']>[0];
type Port = Pick<AppUpdatePort, 'downloadCode'>;

/** Checks for newer code once for all calls within 500 ms of each other (sections 5 and 9). */
export function createHotCheck(debounceMs: number = limits.hotUpdateDebounceMs) {
  let waitingCallers: ((found: Promise<CodeCheckResult>) => void)[] = [];
  const check = debounce((port: Port, latest: Latest) => {
    const found = port.downloadCode(latest);
    for (const answer of waitingCallers) answer(found);
    waitingCallers = [];
  }, debounceMs);
  return (port: Port, latest: Latest): Promise<CodeCheckResult> =>
    new Promise((resolve) => {
      waitingCallers.push(resolve);
      check(port, latest);
    });
}

export const hotCheck = createHotCheck();

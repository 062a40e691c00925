import { media as en } from '../texts/en/media.ts';
import { media as zh } from '../texts/zh/media.ts';
import { type Viewer, ViewerError, type ViewerStage } from '../viewer/viewer.types.ts';
import { mediaDetailOf, positionOfTime, timeOfPosition } from './media.rules.ts';
import type { FeedPlan, MediaFacts } from './media.types.ts';
import { problemOfMediaFailure } from './media-error.rules.ts';
import { startFeed } from './media-feed.viewer.ts';
import type { MediaFormat } from './media-format.rules.ts';
import { canServeByWorker, type NativeOptions, playNative } from './media-native.viewer.ts';
import { offerMedia } from './media-offer.util.ts';
import { type MediaParser, openParser } from './media-parser.viewer.ts';
import { PlayerError, waitUntilPlayable } from './media-ready.viewer.ts';
import { mediaSourceClass } from './media-source.util.ts';
import { type MediaTexts, type PlayerHost, standaloneHost } from './player.types.ts';
import { createPlayer, type Player } from './player.viewer.ts';
import { serveMedia } from './served-media.viewer.ts';

const currentTexts = (): MediaTexts => (document.documentElement.lang.startsWith('en') ? en : zh);

/** Feeds the browser with remuxed media that it cannot play directly. */
async function playFed(
  video: HTMLVideoElement,
  parser: MediaParser,
  stage: ViewerStage,
  signal: AbortSignal,
): Promise<FeedPlan['kinds']> {
  const plan = await parser.plan();
  if (plan === null) {
    const facts = await parser.facts();
    // A truncated file has no index of its tracks.
    if (facts === null || facts.tracks.length === 0) throw new ViewerError('unreadable');
    throw new ViewerError('mediaUnsupported', { detail: mediaDetailOf(facts) });
  }
  const { content, start, onFailure } = stage;
  const feedFailure = new Promise<never>((_, reject) => {
    const fail = (error: unknown) => {
      // Before the first picture this error fails the opening; later it closes the viewer.
      reject(error);
      onFailure(error);
    };
    const feed = { video, parser, plan, size: content.size, onFailure: fail, signal };
    startFeed(feed, timeOfPosition(start, plan.duration)).catch(reject);
  });
  feedFailure.catch(() => undefined);
  await Promise.race([waitUntilPlayable(video, signal), feedFailure]);
  return plan.kinds;
}

// Film codecs that many browsers drop without an error. For other codecs `canPlayType` is reliable.
const oftenSilentCodecs = /^(?:ac-3|ec-3|dts|mp4a\.a[56])/i;

/** Shows the metadata of a recording and a notice about tracks that are not played. */
function showNotices(
  player: Player,
  facts: MediaFacts,
  kinds: FeedPlan['kinds'] | null,
  texts: MediaTexts,
): void {
  const { video } = player;
  const trackOf = (wantedKind: 'video' | 'audio') => facts.tracks.find(({ kind }) => kind === wantedKind);
  const [picture, sound] = [trackOf('video'), trackOf('audio')];
  player.showFacts(facts);
  if (picture && video.videoWidth === 0) player.showNotice(texts.noPicture(picture.codec || '?'));
  if (!sound || video.videoWidth === 0) return;
  const isSilent =
    kinds === null
      ? oftenSilentCodecs.test(sound.codec) && video.canPlayType(`audio/mp4; codecs="${sound.codec}"`) === ''
      : !kinds.includes('audio');
  if (isSilent) player.showNotice(texts.noSound(sound.codec || '?'));
}

/** A player that fails at once still reports a played range of length zero. */
const playedSeconds = ({ played }: HTMLVideoElement) =>
  Array.from({ length: played.length }, (_, index) => played.end(index) - played.start(index)).reduce(
    (sum, seconds) => sum + seconds,
    0,
  );

type FirstFailure = { readonly error: unknown };

function throwFirst(failure: FirstFailure | null): void {
  if (failure !== null) throw failure.error;
}

/**
 * The viewer of films and recordings. A service worker answers the player where there is one; otherwise the
 * player is fed in fragments. WKWebView before iOS 17.1 supports neither, so the native shell serves the
 * bytes.
 */
export const mediaViewer =
  ({ mimeType }: MediaFormat, host: PlayerHost = standaloneHost): Viewer =>
  async (stage) => {
    const { container, content, watermark, label, start, onPage, onFailure } = stage;
    const texts = currentTexts();
    const aborter = new AbortController();
    const { signal } = aborter;
    const end = () => aborter.abort(stage.signal.reason);
    stage.signal.addEventListener('abort', end, { once: true });
    const kind = mimeType.startsWith('audio/') ? 'audio' : 'video';
    const player = createPlayer({ container, watermark, label, texts, kind, host });
    const { video } = player;
    let parser: MediaParser | undefined;
    let failure: FirstFailure | null = null;
    // Errors that follow from the first one carry no information.
    const fail = (error: unknown) => {
      if (failure !== null || signal.aborted) return;
      failure = { error };
      onFailure(error);
    };
    const close = () => {
      stage.signal.removeEventListener('abort', end);
      aborter.abort();
      parser?.end();
      player.end();
    };
    const openParserOnce = async (onFailed: (error: unknown) => void) => {
      parser ??= await openParser(stage, onFailed);
      // The viewer was closed while the parser was loading.
      if (signal.aborted) parser.end();
      return parser;
    };
    let kinds: FeedPlan['kinds'] | null = null;
    const playDirectly = async (offer: NativeOptions['offer']) => {
      const attempt = new AbortController();
      const abortAttempt = () => attempt.abort();
      signal.addEventListener('abort', abortAttempt, { once: true });
      try {
        await playNative({ video, offer, onFailure: fail, signal: attempt.signal });
        // Some recorders write files without a duration, in which seeking is impossible.
        if (video.duration !== Number.POSITIVE_INFINITY) return true;
      } catch (error) {
        if (!(error instanceof PlayerError)) throw error;
      }
      attempt.abort();
      return false;
    };
    const playServed = async () => {
      const server = await host.mediaServer();
      if (server === null) return false;
      return playDirectly((onFailed) =>
        // If the shell does not support this type, the other ways are tried.
        serveMedia(server, { video, content, mimeType, onFailure: onFailed }).catch(() =>
          Promise.reject(new PlayerError({ code: MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED, message: '' })),
        ),
      );
    };
    const canFeed = mediaSourceClass() !== null;
    const playWithoutFeed = async () => {
      if (canServeByWorker())
        return playDirectly((onFailed) => offerMedia({ content, mimeType, onFailure: onFailed }));
      return canFeed ? false : playServed();
    };
    const playFedOrServed = async () => {
      try {
        kinds = await playFed(video, await openParserOnce(fail), { ...stage, onFailure: fail }, signal);
        return false;
      } catch (error) {
        // A file that cannot be fed may still play directly.
        const isUnsupported = error instanceof ViewerError && error.code === 'mediaUnsupported';
        if (!isUnsupported || !canFeed || !(await playServed())) throw error;
        return true;
      }
    };
    try {
      const isPlayedDirectly = (await playWithoutFeed()) || (await playFedOrServed());
      if (isPlayedDirectly) video.currentTime = timeOfPosition(start, video.duration);
    } catch (error) {
      close();
      throwFirst(failure);
      if (!(error instanceof PlayerError)) throw error;
      const problem = problemOfMediaFailure(error.failure, { isReady: false, hasPlayed: false });
      throw new ViewerError(problem, { cause: error });
    }
    player.showKind(video.videoWidth > 0 ? 'video' : 'audio');
    const emitPosition = () => onPage(positionOfTime(video.currentTime, video.duration), 1);
    emitPosition();
    video.addEventListener('timeupdate', emitPosition, { signal });
    const onPlaybackError = () => {
      const state = { isReady: true, hasPlayed: playedSeconds(video) > 0 };
      fail(new ViewerError(problemOfMediaFailure(video.error, state), { cause: video.error }));
    };
    video.addEventListener('error', onPlaybackError, { signal });
    const loadFacts = async () => {
      const facts = await (await openParserOnce(() => undefined)).facts();
      if (facts && !signal.aborted) showNotices(player, facts, kinds, texts);
    };
    // Metadata are optional: playback continues without them.
    loadFacts().catch(() => undefined);
    return { close };
  };

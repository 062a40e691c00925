import { media as en } from '../../../i18n/en/media.ts';
import { media as zh } from '../../../i18n/zh/media.ts';
import type { MediaServerPort } from '../../../platform/ports/media-server.port.ts';
import { type Viewer, ViewerError, type ViewerStage } from '../viewer.types.ts';
import type { FeedPlan, MediaFacts } from './media.types.ts';
import { detailOf } from './media-detail.rules.ts';
import { problemOfMediaFailure } from './media-error.rules.ts';
import { startFeed } from './media-feed.viewer.ts';
import type { MediaFormat } from './media-format.rules.ts';
import { canOffer, type NativeOptions, playNative } from './media-native.viewer.ts';
import { offerMedia } from './media-offer.adapter.ts';
import { type MediaParser, openParser } from './media-parser.viewer.ts';
import { PlayerError, ready } from './media-ready.viewer.ts';
import { mediaSourceClass } from './media-source.adapter.ts';
import { placeOfTime, timeOfPlace } from './place.rules.ts';
import type { MediaTexts } from './player.types.ts';
import { createPlayer, type Player } from './player.viewer.ts';
import { serveMedia } from './served-media.viewer.ts';

const textsNow = (): MediaTexts => (document.documentElement.lang.startsWith('en') ? en : zh);

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
    throw new ViewerError('mediaUnsupported', { detail: detailOf(facts) });
  }
  const { content, start, onFailure } = stage;
  const failed = new Promise<never>((_, reject) => {
    const fail = (error: unknown) => {
      // Before the first picture this error fails the opening; later it closes the viewer.
      reject(error);
      onFailure(error);
    };
    const feed = { video, parser, plan, size: content.size, onFailure: fail, signal };
    startFeed(feed, timeOfPlace(start, plan.duration)).catch(reject);
  });
  failed.catch(() => undefined);
  await Promise.race([ready(video, signal), failed]);
  return plan.kinds;
}

// Film codecs that many browsers drop without an error. For other codecs `canPlayType` is reliable.
const oftenSilent = /^(?:ac-3|ec-3|dts|mp4a\.a[56])/i;

/** Shows the metadata of a recording and a notice about tracks that are not played. */
function tell(player: Player, facts: MediaFacts, kinds: FeedPlan['kinds'] | null, texts: MediaTexts): void {
  const { video } = player;
  const trackOf = (wanted: 'video' | 'audio') => facts.tracks.find(({ kind }) => kind === wanted);
  const [picture, sound] = [trackOf('video'), trackOf('audio')];
  player.showFacts(facts);
  if (picture && video.videoWidth === 0) player.say(texts.noPicture(picture.codec || '?'));
  if (!sound || video.videoWidth === 0) return;
  const isSilent =
    kinds === null
      ? oftenSilent.test(sound.codec) && video.canPlayType(`audio/mp4; codecs="${sound.codec}"`) === ''
      : !kinds.includes('audio');
  if (isSilent) player.say(texts.noSound(sound.codec || '?'));
}

/** A player that fails at once still reports a played range of length zero. */
const playedSeconds = ({ played }: HTMLVideoElement) =>
  Array.from({ length: played.length }, (_, index) => played.end(index) - played.start(index)).reduce(
    (sum, seconds) => sum + seconds,
    0,
  );

type Failure = { readonly error: unknown };

function throwFirst(failure: Failure | null): void {
  if (failure !== null) throw failure.error;
}

type LoadMediaServer = () => Promise<MediaServerPort | null>;

/**
 * The viewer of films and recordings. A service worker answers the player where there is one; otherwise the
 * player is fed in fragments. WKWebView before iOS 17.1 supports neither, so the native shell serves the
 * bytes.
 */
export const mediaViewer =
  ({ mimeType }: MediaFormat, loadServer: LoadMediaServer = async () => null): Viewer =>
  async (stage) => {
    const { container, content, watermark, label, start, onPage, onFailure } = stage;
    const texts = textsNow();
    const showing = new AbortController();
    const { signal } = showing;
    const end = () => showing.abort(stage.signal.reason);
    stage.signal.addEventListener('abort', end, { once: true });
    const kind = mimeType.startsWith('audio/') ? 'audio' : 'video';
    const player = createPlayer({ container, watermark, label, texts, kind });
    const { video } = player;
    let parser: MediaParser | undefined;
    let failure: Failure | null = null;
    // Errors that follow from the first one carry no information.
    const fail = (error: unknown) => {
      if (failure !== null || signal.aborted) return;
      failure = { error };
      onFailure(error);
    };
    const close = () => {
      stage.signal.removeEventListener('abort', end);
      showing.abort();
      parser?.end();
      player.end();
    };
    const parse = async (onFailed: (error: unknown) => void) => {
      parser ??= await openParser(stage, onFailed);
      // The viewer was closed while the parser was loading.
      if (signal.aborted) parser.end();
      return parser;
    };
    let kinds: FeedPlan['kinds'] | null = null;
    const playAsItIs = async (offer: NativeOptions['offer']) => {
      const trying = new AbortController();
      const giveUp = () => trying.abort();
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        await playNative({ video, offer, onFailure: fail, signal: trying.signal });
        // Some recorders write files without a duration, in which seeking is impossible.
        if (video.duration !== Number.POSITIVE_INFINITY) return true;
      } catch (error) {
        if (!(error instanceof PlayerError)) throw error;
      }
      trying.abort();
      return false;
    };
    const playServed = async () => {
      const server = await loadServer();
      if (server === null) return false;
      return playAsItIs((onFailed) =>
        // If the shell does not support this type, the other ways are tried.
        serveMedia(server, { video, content, mimeType, onFailure: onFailed }).catch(() =>
          Promise.reject(new PlayerError({ code: MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED, message: '' })),
        ),
      );
    };
    const canFeed = mediaSourceClass() !== null;
    const playUnfed = async () => {
      if (canOffer()) return playAsItIs((onFailed) => offerMedia({ content, mimeType, onFailure: onFailed }));
      return canFeed ? false : playServed();
    };
    const playFedOrServed = async () => {
      try {
        kinds = await playFed(video, await parse(fail), { ...stage, onFailure: fail }, signal);
        return false;
      } catch (error) {
        // A file that cannot be fed may still play directly.
        const isRefused = error instanceof ViewerError && error.code === 'mediaUnsupported';
        if (!isRefused || !canFeed || !(await playServed())) throw error;
        return true;
      }
    };
    try {
      const isUnfed = (await playUnfed()) || (await playFedOrServed());
      if (isUnfed) video.currentTime = timeOfPlace(start, video.duration);
    } catch (error) {
      close();
      throwFirst(failure);
      if (!(error instanceof PlayerError)) throw error;
      const problem = problemOfMediaFailure(error.failure, { isReady: false, hasPlayed: false });
      throw new ViewerError(problem, { cause: error });
    }
    player.showKind(video.videoWidth > 0 ? 'video' : 'audio');
    const place = () => onPage(placeOfTime(video.currentTime, video.duration), 1);
    place();
    video.addEventListener('timeupdate', place, { signal });
    const failAtPlay = () => {
      const state = { isReady: true, hasPlayed: playedSeconds(video) > 0 };
      fail(new ViewerError(problemOfMediaFailure(video.error, state), { cause: video.error }));
    };
    video.addEventListener('error', failAtPlay, { signal });
    const learn = async () => {
      const facts = await (await parse(() => undefined)).facts();
      if (facts && !signal.aborted) tell(player, facts, kinds, texts);
    };
    // Metadata are optional: playback continues without them.
    learn().catch(() => undefined);
    return { close };
  };

import type { Input, InputTrack, MetadataTags } from 'mediabunny';
import type { MediaFacts, MediaTrack } from './media.types.ts';

/** Larger cover pictures are left out. */
const maxCoverBytes = 4 * 1024 * 1024;
const coverTypes = /^image\/(?:jpe?g|png|webp|gif)$/;
const maxTextLength = 300;

async function trackOf(track: InputTrack): Promise<MediaTrack> {
  const codecName = (await track.getCodecParameterString()) ?? (await track.getCodec());
  const internalCodecId = await track.getInternalCodecId();
  const codec = codecName ?? (typeof internalCodecId === 'object' ? '' : String(internalCodecId));
  if (!track.isVideoTrack()) return { kind: 'audio', codec, width: 0, height: 0 };
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  return { kind: 'video', codec, width, height };
}

function coverOf({ images = [] }: MetadataTags): MediaFacts['cover'] {
  const front = images.find(({ kind }) => kind === 'coverFront') ?? images[0];
  if (!front || !coverTypes.test(front.mimeType) || front.data.length > maxCoverBytes) return null;
  // A copy, because the underlying buffer belongs to the parser.
  return { mimeType: front.mimeType, bytes: front.data.slice() };
}

const truncate = (text: string | undefined) => text?.trim().slice(0, maxTextLength) || null;

/** Reads the metadata of a file. If some tags are damaged, the rest is used. */
export async function readMediaFacts(input: Input): Promise<MediaFacts> {
  const format = await input.getFormat();
  const tracks = (await input.getTracks()).filter((track) => track.isVideoTrack() || track.isAudioTrack());
  const tags: MetadataTags = await input.getMetadataTags().catch(() => ({}));
  return {
    container: format.name,
    duration: await input.getDurationFromMetadata().catch(() => null),
    tracks: await Promise.all(tracks.map(trackOf)),
    title: truncate(tags.title),
    artist: truncate(tags.artist),
    album: truncate(tags.album),
    cover: coverOf(tags),
  };
}

import {
  canEncodeAudio,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import type { FeedPlan, MediaTrack } from './media.types.ts';
import { mediaSourceClass } from './media-source.adapter.ts';

/** The audio track to feed: copied, transcoded, or null where it is left out. */
export type AudioWay =
  | { readonly codec: null }
  | { readonly codec: 'opus' | 'aac'; readonly name: string }
  | null;

/** The selected tracks and container for feeding the browser. */
export type FeedWay = FeedPlan & {
  readonly format: () => OutputFormat;
  readonly video: InputVideoTrack | null;
  readonly audio: InputAudioTrack | null;
  readonly audioWay: AudioWay;
};

const containers = [
  {
    name: 'mp4',
    format: () => new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 }),
  },
  { name: 'webm', format: () => new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 0.5 }) },
] as const;

/** The names by which different browsers know a codec. */
const namesOf = (codec: string): readonly string[] => (codec === 'mp3' ? ['mp3', 'mp4a.6B'] : [codec]);

async function audioWays(audio: InputAudioTrack | null): Promise<readonly AudioWay[]> {
  if (audio === null) return [null];
  const encoded: AudioWay[] = [];
  if (await audio.canDecode().catch(() => false)) {
    if (await canEncodeAudio('opus').catch(() => false)) encoded.push({ codec: 'opus', name: 'opus' });
    if (await canEncodeAudio('aac').catch(() => false)) encoded.push({ codec: 'aac', name: 'mp4a.40.2' });
  }
  return [{ codec: null }, ...encoded, null];
}

/**
 * Finds the first combination that the browser's `MediaSource` supports: everything as it is, then transcoded
 * audio, then no audio, then no video.
 */
export async function feedWayOf(input: Input): Promise<FeedWay | null> {
  const source = mediaSourceClass();
  if (source === null) return null;
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const [videoName, audioName] = await Promise.all([
    video?.getCodecParameterString() ?? null,
    audio?.getCodecParameterString() ?? null,
  ]);
  const ways = await audioWays(audio);
  const wanted = [
    ...(videoName === null ? [] : ways.map((way) => ({ way, withVideo: true }))),
    ...ways.filter((way) => way !== null).map((way) => ({ way, withVideo: false })),
  ];
  for (const { way, withVideo } of wanted) {
    const sounds = way === null ? [null] : way.codec === null ? namesOf(audioName ?? '') : [way.name];
    for (const { name, format } of containers) {
      const held: readonly string[] = format().getSupportedCodecs();
      const [videoCodec, audioCodec] = [await video?.getCodec(), way?.codec ?? (await audio?.getCodec())];
      if (withVideo && !held.includes(videoCodec ?? '')) continue;
      if (way !== null && !held.includes(audioCodec ?? '')) continue;
      for (const sound of sounds) {
        const codecs = [withVideo ? videoName : null, sound].filter((codec) => codec !== null);
        const mimeType = `${withVideo ? 'video' : 'audio'}/${name}; codecs="${codecs.join(', ')}"`;
        if (codecs.length === 0 || !source.isTypeSupported(mimeType)) continue;
        const kinds: readonly MediaTrack['kind'][] = [
          ...(withVideo ? (['video'] as const) : []),
          ...(way === null ? [] : (['audio'] as const)),
        ];
        return {
          mimeType,
          kinds,
          duration: (await input.getDurationFromMetadata()) ?? (await input.computeDuration()),
          format,
          video: withVideo ? video : null,
          audio: way === null ? null : audio,
          audioWay: way,
        };
      }
    }
  }
  return null;
}

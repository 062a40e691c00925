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
import { mediaSourceClass } from './media-source.util.ts';

/** The audio track to feed: copied, transcoded, or null where it is left out. */
export type AudioFeed =
  | { readonly codec: null }
  | { readonly codec: 'opus' | 'aac'; readonly name: string }
  | null;

/** The selected tracks and container for feeding the browser. */
export type MediaFeed = FeedPlan & {
  readonly format: () => OutputFormat;
  readonly video: InputVideoTrack | null;
  readonly audio: InputAudioTrack | null;
  readonly audioFeed: AudioFeed;
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

async function audioFeeds(audio: InputAudioTrack | null): Promise<readonly AudioFeed[]> {
  if (audio === null) return [null];
  const transcoded: AudioFeed[] = [];
  if (await audio.canDecode().catch(() => false)) {
    if (await canEncodeAudio('opus').catch(() => false)) transcoded.push({ codec: 'opus', name: 'opus' });
    if (await canEncodeAudio('aac').catch(() => false)) transcoded.push({ codec: 'aac', name: 'mp4a.40.2' });
  }
  return [{ codec: null }, ...transcoded, null];
}

/**
 * Finds the first combination that the browser's `MediaSource` supports: everything as it is, then transcoded
 * audio, then no audio, then no video.
 */
export async function chooseMediaFeed(input: Input): Promise<MediaFeed | null> {
  const source = mediaSourceClass();
  if (source === null) return null;
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const [videoName, audioName] = await Promise.all([
    video?.getCodecParameterString() ?? null,
    audio?.getCodecParameterString() ?? null,
  ]);
  const audioOptions = await audioFeeds(audio);
  const candidates = [
    ...(videoName === null ? [] : audioOptions.map((audioOption) => ({ audioOption, withVideo: true }))),
    ...audioOptions
      .filter((audioOption) => audioOption !== null)
      .map((audioOption) => ({ audioOption, withVideo: false })),
  ];
  for (const { audioOption, withVideo } of candidates) {
    const audioNames =
      audioOption === null
        ? [null]
        : audioOption.codec === null
          ? namesOf(audioName ?? '')
          : [audioOption.name];
    for (const { name, format } of containers) {
      const supportedCodecs: readonly string[] = format().getSupportedCodecs();
      const [videoCodec, audioCodec] = [
        await video?.getCodec(),
        audioOption?.codec ?? (await audio?.getCodec()),
      ];
      if (withVideo && !supportedCodecs.includes(videoCodec ?? '')) continue;
      if (audioOption !== null && !supportedCodecs.includes(audioCodec ?? '')) continue;
      for (const audioCodecName of audioNames) {
        const codecs = [withVideo ? videoName : null, audioCodecName].filter((codec) => codec !== null);
        const mimeType = `${withVideo ? 'video' : 'audio'}/${name}; codecs="${codecs.join(', ')}"`;
        if (codecs.length === 0 || !source.isTypeSupported(mimeType)) continue;
        const kinds: readonly MediaTrack['kind'][] = [
          ...(withVideo ? (['video'] as const) : []),
          ...(audioOption === null ? [] : (['audio'] as const)),
        ];
        return {
          mimeType,
          kinds,
          duration: (await input.getDurationFromMetadata()) ?? (await input.computeDuration()),
          format,
          video: withVideo ? video : null,
          audio: audioOption === null ? null : audio,
          audioFeed: audioOption,
        };
      }
    }
  }
  return null;
}

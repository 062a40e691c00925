import {
  AppendOnlyStreamTarget,
  AudioSampleSink,
  AudioSampleSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  Output,
} from 'mediabunny';
import type { MediaFeed } from './feed-plan.util.ts';

/** A track that is being remuxed. */
type TrackLane = {
  /** The timestamp of the next item; null at the end. */
  readonly nextTimestamp: () => number | null;
  readonly writeNext: () => Promise<void>;
  readonly end: () => Promise<void>;
};

type WriteItem<Item> = (item: Item) => Promise<void>;

async function createLane<Item extends { readonly timestamp: number }>(
  items: AsyncGenerator<Item, void, unknown>,
  writeItem: WriteItem<Item>,
  release: (item: Item) => void = () => undefined,
): Promise<TrackLane> {
  let upcoming = await items.next();
  return {
    nextTimestamp: () => (upcoming.done ? null : upcoming.value.timestamp),
    async writeNext() {
      if (upcoming.done) return;
      await writeItem(upcoming.value);
      upcoming = await items.next();
    },
    async end() {
      if (!upcoming.done) release(upcoming.value);
      await items.return();
    },
  };
}

/** Starts at the last key frame before a time; also returns the timestamp of that frame. */
async function videoLane(track: InputVideoTrack, output: Output, seconds: number) {
  const codec = await track.getCodec();
  if (codec === null) throw new Error('codec has no name');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  const sink = new EncodedPacketSink(track);
  const options = { verifyKeyPackets: true };
  const first = (await sink.getKeyPacket(seconds, options)) ?? (await sink.getFirstKeyPacket(options));
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  const writeItem: WriteItem<EncodedPacket> = (packet) => source.add(packet, meta);
  return {
    startSeconds: first?.timestamp ?? seconds,
    begin: () => createLane(first ? sink.packets(first) : noPackets(), writeItem),
  };
}

async function* noPackets(): AsyncGenerator<never, void, unknown> {
  // A track without packets.
}

async function copiedLane(track: InputAudioTrack, output: Output, seconds: number) {
  const codec = await track.getCodec();
  if (codec === null) throw new Error('codec has no name');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(seconds)) ?? (await sink.getFirstPacket());
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  // Packets before zero only prime the decoder and contain no audible sound.
  const writeItem: WriteItem<EncodedPacket> = async (packet) => {
    if (packet.timestamp >= 0) await source.add(packet, meta);
  };
  return { begin: () => createLane(first ? sink.packets(first) : noPackets(), writeItem) };
}

function encodedLane(track: InputAudioTrack, output: Output, seconds: number, codec: 'opus' | 'aac') {
  const source = new AudioSampleSource({ codec, bitrate: 128_000 });
  output.addAudioTrack(source);
  return {
    begin: () =>
      createLane(
        new AudioSampleSink(track).samples(Math.max(0, seconds)),
        async (sample) => {
          await source.add(sample);
          sample.close();
        },
        (sample) => sample.close(),
      ),
  };
}

export type Remux = {
  /** The next bytes of the new file; empty at its end. */
  readonly next: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly end: () => Promise<void>;
};

const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const result = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let nextTimestamp = 0;
  for (const part of parts) {
    result.set(part, nextTimestamp);
    nextTimestamp += part.length;
  }
  return result;
};

/** Remuxes the tracks of a file from a time on, as fast as the output is requested. */
export async function startRemux(feed: MediaFeed, seconds: number): Promise<Remux> {
  let pendingChunks: Uint8Array[] = [];
  const target = new AppendOnlyStreamTarget(
    new WritableStream<Uint8Array>({
      write(part) {
        pendingChunks.push(part.slice());
      },
    }),
  );
  const output = new Output({ format: feed.format(), target });
  const { video, audio, audioFeed } = feed;
  const pictures = video && (await videoLane(video, output, seconds));
  const startSeconds = pictures?.startSeconds ?? seconds;
  const isCopied = audioFeed === null || audioFeed.codec === null;
  const sounds =
    audio &&
    (isCopied
      ? await copiedLane(audio, output, startSeconds)
      : encodedLane(audio, output, startSeconds, audioFeed.codec));
  await output.start();
  const lanes = await Promise.all([pictures?.begin(), sounds?.begin()].filter((lane) => lane != null));
  // The track that is furthest behind continues, so that neither has to be buffered for the other.
  const writeNext = async (): Promise<void> => {
    const slowest = lanes
      .map((lane) => ({ lane, nextTimestamp: lane.nextTimestamp() }))
      .filter(({ nextTimestamp }) => nextTimestamp !== null)
      .toSorted((a, b) => (a.nextTimestamp ?? 0) - (b.nextTimestamp ?? 0))[0];
    if (slowest) return slowest.lane.writeNext();
    return output.finalize();
  };
  return {
    async next() {
      while (pendingChunks.length === 0 && output.state === 'started') await writeNext();
      const parts = pendingChunks;
      pendingChunks = [];
      return concat(parts);
    },
    async end() {
      await Promise.all(lanes.map((lane) => lane.end()));
      if (output.state !== 'finalized') await output.cancel();
    },
  };
}

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
import type { FeedWay } from './feed-plan.adapter.ts';

/** A track that is being remuxed. */
type Lane = {
  /** The timestamp of the next item; null at the end. */
  readonly at: () => number | null;
  readonly step: () => Promise<void>;
  readonly end: () => Promise<void>;
};

type Put<Item> = (item: Item) => Promise<void>;

async function laneOf<Item extends { readonly timestamp: number }>(
  items: AsyncGenerator<Item, void, unknown>,
  put: Put<Item>,
  drop: (item: Item) => void = () => undefined,
): Promise<Lane> {
  let upcoming = await items.next();
  return {
    at: () => (upcoming.done ? null : upcoming.value.timestamp),
    async step() {
      if (upcoming.done) return;
      await put(upcoming.value);
      upcoming = await items.next();
    },
    async end() {
      if (!upcoming.done) drop(upcoming.value);
      await items.return();
    },
  };
}

/** Starts at the last key frame before a time; also returns the timestamp of that frame. */
async function videoLane(track: InputVideoTrack, output: Output, seconds: number) {
  const codec = await track.getCodec();
  if (codec === null) throw new Error('a codec without a name');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  const sink = new EncodedPacketSink(track);
  const options = { verifyKeyPackets: true };
  const first = (await sink.getKeyPacket(seconds, options)) ?? (await sink.getFirstKeyPacket(options));
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  const put: Put<EncodedPacket> = (packet) => source.add(packet, meta);
  return {
    from: first?.timestamp ?? seconds,
    begin: () => laneOf(first ? sink.packets(first) : nothing(), put),
  };
}

async function* nothing(): AsyncGenerator<never, void, unknown> {
  // A track without packets.
}

async function copiedLane(track: InputAudioTrack, output: Output, seconds: number) {
  const codec = await track.getCodec();
  if (codec === null) throw new Error('a codec without a name');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(seconds)) ?? (await sink.getFirstPacket());
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  // Packets before zero only prime the decoder and contain no audible sound.
  const put: Put<EncodedPacket> = async (packet) => {
    if (packet.timestamp >= 0) await source.add(packet, meta);
  };
  return { begin: () => laneOf(first ? sink.packets(first) : nothing(), put) };
}

function encodedLane(track: InputAudioTrack, output: Output, seconds: number, codec: 'opus' | 'aac') {
  const source = new AudioSampleSource({ codec, bitrate: 128_000 });
  output.addAudioTrack(source);
  return {
    begin: () =>
      laneOf(
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

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Remuxes the tracks of a file from a time on, as fast as the output is requested. */
export async function startRemux(way: FeedWay, seconds: number): Promise<Remux> {
  let made: Uint8Array[] = [];
  const target = new AppendOnlyStreamTarget(
    new WritableStream<Uint8Array>({
      write(part) {
        made.push(part.slice());
      },
    }),
  );
  const output = new Output({ format: way.format(), target });
  const { video, audio, audioWay } = way;
  const pictures = video && (await videoLane(video, output, seconds));
  const from = pictures?.from ?? seconds;
  const copies = audioWay === null || audioWay.codec === null;
  const sounds =
    audio &&
    (copies ? await copiedLane(audio, output, from) : encodedLane(audio, output, from, audioWay.codec));
  await output.start();
  const lanes = await Promise.all([pictures?.begin(), sounds?.begin()].filter((lane) => lane != null));
  // The track that is furthest behind continues, so that neither has to be buffered for the other.
  const step = async (): Promise<void> => {
    const behind = lanes
      .map((lane) => ({ lane, at: lane.at() }))
      .filter(({ at }) => at !== null)
      .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))[0];
    if (behind) return behind.lane.step();
    return output.finalize();
  };
  return {
    async next() {
      while (made.length === 0 && output.state === 'started') await step();
      const parts = made;
      made = [];
      return joined(parts);
    },
    async end() {
      await Promise.all(lanes.map((lane) => lane.end()));
      if (output.state !== 'finalized') await output.cancel();
    },
  };
}

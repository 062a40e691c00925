import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bytes, openDocument, seal, streamOf } from '@sealflow/tdf';
import { nodeCipher } from '@sealflow/tdf/node';
import { fileSource } from './file-source.ts';
import { makeSample } from './sealed-sample.ts';
import { ratio } from './stats.ts';

const size = 256 * 1024 * 1024;
const rounds = 7;

/** The speed relative to Debian’s `age` for a file of the same size; undefined without it. */
export async function vsAge(): Promise<{ decrypt: number; encrypt: number } | undefined> {
  if (spawnSync('age', ['--version']).status !== 0) {
    process.stderr.write('age is not installed (apt-get install age): its ratios are left out\n');
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'sealflow-bench-'));
  try {
    const [plain, sealed, aged, identity] = ['plain', 'sealed', 'aged', 'key'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    const sample = await makeSample(size);
    await pipeline(Readable.from(sample.options.content as AsyncIterable<Bytes>), createWriteStream(plain));
    await pipeline(Readable.from(seal(sample.options).stream), createWriteStream(sealed));
    await writeFile(identity, spawnSync('age-keygen').stdout);
    const [, recipient = ''] = /public key: (\S+)/.exec(await readFile(identity, 'utf8')) ?? [];
    await age('-r', recipient, '-o', aged, plain);
    const decrypt = await ratio({
      slices: 1,
      rounds,
      raw: () => age('-d', '-i', identity, '-o', '/dev/null', aged),
      ours: async () => {
        const source = await fileSource(sealed);
        const { keys } = await sample.keysOf(source);
        const { bytes } = await openDocument({ source, keys });
        await drained(streamOf(bytes), size);
        await source.close();
      },
    });
    const encrypt = await ratio({
      slices: 1,
      rounds,
      raw: () => age('-r', recipient, '-o', '/dev/null', plain),
      ours: () =>
        drained(
          seal({ ...sample.options, content: chunksOf(plain), cipher: nodeCipher, releaseChunks: true })
            .stream,
          size,
        ),
    });
    return { decrypt, encrypt };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function age(...args: string[]): Promise<void> {
  const child = spawn('age', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`age ended with ${code}`);
}

// A Node stream has a read method and would count as a byte source.
async function* chunksOf(path: string): AsyncGenerator<Bytes, void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
    yield new Uint8Array(chunk as Buffer<ArrayBuffer>);
}

async function drained(chunks: AsyncIterable<Bytes>, least: number): Promise<void> {
  let total = 0;
  for await (const chunk of chunks) total += chunk.length;
  if (total < least) throw new Error(`${total} bytes came, not ${least}`);
}

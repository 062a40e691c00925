import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ByteSource, inspect, readSealed } from '@sealflow/tdf/reader';
import { openFile } from '../infra/files/file-source.adapter.ts';
import { sealDocument } from '../modules/documents/seal-document.usecases.ts';
import { detectMediaType, headBytes } from '../modules/files/media-type.util.ts';
import type { Command, Invocation } from './command.types.ts';
import { findOption, requireOption, requirePositional } from './options.util.ts';
import { assertNotExisting, moveIntoPlace } from './output-file.util.ts';
import { CommandError } from './usage.errors.ts';

export const sealCommand: Command = {
  name: 'seal',
  usage: 'seal FILE --tenant ID --owner USERNAME [--classification ID] [--out FILE] [--force] [--json]',
  summary: 'seals a file for its owner in a tenant and registers it',
  options: {
    tenant: { type: 'string' },
    owner: { type: 'string' },
    classification: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean' },
  },
  details: [
    'The file is sealed locally, as a stream; only its metadata is sent to the service, never its content.',
    'Without --classification the tenant default at the time of opening applies; without --out the result is FILE.tdf.',
    'An existing file is replaced only with --force.',
  ],
  run: async (invocation) => {
    const source = path.resolve(invocation.folder, requirePositional(invocation, 'FILE'));
    const tid = requireOption(invocation, 'tenant');
    const owner = requireOption(invocation, 'owner');
    const classification = findOption(invocation, 'classification');
    const out = path.resolve(invocation.folder, findOption(invocation, 'out') ?? `${source}.tdf`);
    const force = invocation.values['force'] === true;
    await assertNotExisting(out, force);
    const file = await openFile(source);
    try {
      await assertNotSealed(file.source);
      const target = { tid, owner, classification };
      return await sealFile(invocation, {
        target,
        content: file.source,
        name: path.basename(source),
        out,
        force,
      });
    } finally {
      await file.close();
    }
  },
};

interface SealInput {
  target: { tid: string; owner: string; classification: string | undefined };
  content: ByteSource;
  name: string;
  out: string;
  force: boolean;
}

async function sealFile(invocation: Invocation, { target, content, name, out, force }: SealInput) {
  const { tid, owner, classification } = target;
  const service = await invocation.service();
  const query = { owner, ...(classification === undefined ? {} : { classification }) };
  const { data: context } = await service.call('GET /api/v1/tenants/{tid}/sealing-context', {
    params: { tid },
    query,
  });
  const mimeType = await mimeTypeOf(content, name);
  const { stream, summary, documentID } = sealDocument({ context, name, mimeType, content });
  const temporaryPath = `${out}.${randomUUID().slice(0, 8)}.part`;
  try {
    await pipeline(Readable.from(stream), createWriteStream(temporaryPath, { flags: 'wx', flush: true }));
    const { manifestSha256, plainSize, size } = await summary;
    const { ownerOID, classificationID } = context;
    await service.call('POST /api/v1/tenants/{tid}/documents', {
      params: { tid },
      body: { documentID, ownerOID, classificationID, size: plainSize, mimeType, manifestSha256 },
    });
    await moveIntoPlace(temporaryPath, out, force);
    const json = {
      file: out,
      documentID,
      userOID: ownerOID,
      orgID: context.orgID,
      clID: classificationID,
      mimeType,
      size,
    };
    return { json, lines: [out, `document ${documentID}, ${size} bytes`] };
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function assertNotSealed(source: ByteSource): Promise<void> {
  if (await readSealed(source)) throw new CommandError('the file is already sealed');
}

/** Types that the first bytes cannot distinguish: kinds of text, and the legacy Office formats. */
const byExtension: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'text/plain': {
    '.csv': 'text/csv',
    '.html': 'text/html',
    '.json': 'application/json',
    '.md': 'text/markdown',
    '.svg': 'image/svg+xml',
    '.xml': 'application/xml',
  },
  'application/x-cfb': {
    '.doc': 'application/msword',
    '.msg': 'application/vnd.ms-outlook',
    '.ppt': 'application/vnd.ms-powerpoint',
    '.xls': 'application/vnd.ms-excel',
  },
};

/** The media type by content. The file extension only decides between types with equal content signatures. */
async function mimeTypeOf(source: ByteSource, name: string): Promise<string> {
  const { mimeType } = await detectMediaType(await source.read(0, Math.min(headBytes, source.size)));
  return byExtension[mimeType]?.[path.extname(name).toLowerCase()] ?? mimeType;
}

export const inspectCommand: Command = {
  name: 'inspect',
  usage: 'inspect FILE [--json]',
  summary: 'shows the metadata of a file without opening it; needs no service',
  options: {},
  details: ['The metadata of a protected file is verified only when the file is opened.'],
  run: async (invocation) => {
    const file = await openFile(path.resolve(invocation.folder, requirePositional(invocation, 'FILE')));
    try {
      const { encrypted, key, userOID, orgID, clID, mimeType, size } = await inspect(file.source);
      const json = { encrypted, key, userOID, orgID, clID, mimeType, size };
      const lines = Object.entries(json).map(([name, value]) => `${name.padEnd(10)} ${value ?? '-'}`);
      return { json, lines };
    } finally {
      await file.close();
    }
  },
};

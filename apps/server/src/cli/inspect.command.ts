import path from 'node:path';
import { inspect } from '@sealflow/tdf/reader';
import { openFile } from '../infra/files/file-source.adapter.ts';
import type { Command } from './command.types.ts';
import { requirePositional } from './options.util.ts';

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

import path from 'node:path';
import type { Answer } from '@sealflow/contract';
import { rotateMasterKey } from '../app/rotate-master-key.usecases.ts';
import { readConfig } from '../infra/config/config.schemas.ts';
import { createCallCommand } from './call-command.util.ts';
import type { Command } from './command.types.ts';
import { requirePositional } from './options.util.ts';
import { renderOne } from './render.util.ts';
import { formatTime } from './table-text.util.ts';

const masterKeyRotateCommand: Command = {
  name: 'master-key rotate',
  usage: 'master-key rotate FILE [--json]',
  summary: 'creates a new master key in FILE and rewraps all stored keys with it',
  options: {},
  details: [
    'No node of the service may run. The former key is read from MASTER_KEY or MASTER_KEY_FILE, as at a start.',
    'Until success is reported, the former key stays valid, even after an interruption; then set MASTER_KEY_FILE to FILE and start.',
    'Pending verification codes become invalid. Earlier backups need the former key: keep it as long as they exist.',
  ],
  run: async (invocation) => {
    const file = path.resolve(invocation.folder, requirePositional(invocation, 'FILE'));
    const { formerID, masterKeyID, rewrapped } = await rotateMasterKey(readConfig(invocation.env), {
      file,
      now: new Date(),
    });
    return {
      json: { file, formerID, masterKeyID, rewrapped },
      lines: [
        `${rewrapped} keys and tokens are now wrapped by the master key in ${file} (id ${masterKeyID}).`,
        `Start the service with MASTER_KEY_FILE=${file}. Earlier backups need the former key (id ${formerID}).`,
      ],
    };
  },
};

const toRecord = ({
  source,
  masterKeyID,
  path: file,
  confirmedAt,
}: Answer<'GET /api/v1/admin/deployment/master-key'>['data']) => ({
  id: masterKeyID,
  source,
  file,
  'copy confirmed': formatTime(confirmedAt),
});

export const masterKeyCommands: readonly Command[] = [
  masterKeyRotateCommand,
  createCallCommand({
    name: 'master-key show',
    summary: 'shows where the master key is, and whether a copy of it is confirmed',
    options: {},
    call: 'GET /api/v1/admin/deployment/master-key',
    buildRequest: () => ({}),
    render: renderOne(toRecord),
  }),
  createCallCommand({
    name: 'master-key confirm-copy',
    summary: 'confirms that a copy of the master key is stored apart from the data',
    options: {},
    call: 'POST /api/v1/admin/deployment/master-key/actions/confirm-copy',
    buildRequest: () => ({}),
    render: renderOne(toRecord),
  }),
];

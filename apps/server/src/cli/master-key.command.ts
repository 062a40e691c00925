import path from 'node:path';
import { rotateMasterKey } from '../app/rotate-master-key.usecases.ts';
import { readConfig } from '../infra/config/config.schemas.ts';
import type { Command } from './command.port.ts';
import { onlyPositional } from './given.adapter.ts';

export const masterKeyRotateCommand: Command = {
  name: 'master-key rotate',
  usage: 'master-key rotate FILE [--json]',
  summary: 'makes a new master key in FILE and wraps all stored keys by it',
  options: {},
  details: [
    'No node of the service may run. The former key is the one of MASTER_KEY or MASTER_KEY_FILE, as at a start.',
    'Whatever breaks it off, the former key holds until it is said to be done; then name FILE by MASTER_KEY_FILE and start.',
    'Verification codes that are under way are no longer good. Backups made before need the former key: keep it as long as them.',
  ],
  run: async (given) => {
    const file = path.resolve(given.folder, onlyPositional(given, 'FILE'));
    const { formerID, masterKeyID, rewrapped } = await rotateMasterKey(readConfig(given.env), {
      file,
      now: new Date(),
    });
    return {
      json: { file, formerID, masterKeyID, rewrapped },
      lines: [
        `${rewrapped} keys and tokens are wrapped by the master key in ${file} (id ${masterKeyID}) from now on.`,
        `Start the service with MASTER_KEY_FILE=${file}. Backups made before need the former one (id ${formerID}).`,
      ],
    };
  },
};

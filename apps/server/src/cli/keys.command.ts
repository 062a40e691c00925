import type { Command } from './command.port.ts';
import { required } from './given.adapter.ts';

export const rotateCommand: Command = {
  name: 'keys rotate',
  usage: 'keys rotate --tenant ID [--json]',
  summary: "begins a new generation of a tenant's licence key",
  options: { tenant: { type: 'string' } },
  details: ['New documents take the new key; those of older generations still open.'],
  run: async (given) => {
    const tid = required(given, 'tenant');
    const { call } = await given.service();
    const { data } = await call('POST /api/v1/tenants/{tid}/licence-key/actions/rotate', { params: { tid } });
    return { json: data, lines: [`licence key ${data.key}, generation ${data.generation}`] };
  },
};

import type { Command } from './command.types.ts';

export const demoCommand: Command = {
  name: 'demo',
  usage: 'demo [--json]',
  summary: 'lists the tenants and accounts of the demo, with their passwords',
  options: {},
  details: [],
  run: async ({ service }) => {
    const { url, call } = await service();
    const { tenants, accounts } = await call('GET /api/v1/admin/demo', {});
    return {
      json: { url, tenants, accounts },
      lines: [
        url,
        '',
        ...tenants.map(({ id, name, serviceVersion, key }) => [id, serviceVersion, key, name].join('  ')),
        '',
        ...accounts.map(({ role, username, password, tenants: of }) =>
          [role.padEnd(14), username.padEnd(10), password, of.join(', ')].join('  '),
        ),
      ],
    };
  },
};

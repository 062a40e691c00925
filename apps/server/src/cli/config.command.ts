import type { Command, Invocation } from './command.types.ts';
import { requirePositional } from './options.util.ts';
import { CommandError, UsageError } from './usage.errors.ts';

export const configListCommand: Command = {
  name: 'config list',
  usage: 'config list [--json]',
  summary: 'lists the settings that apps receive',
  options: {},
  details: ['Settings of the service itself are environment variables: docs/operations.md.'],
  run: async (invocation) => {
    const data = await listParams(invocation);
    return {
      json: { total: data.length, data },
      lines: data.map(({ name, value, isDefault }) => `${name} = ${value}${isDefault ? '  (default)' : ''}`),
    };
  },
};

export const configGetCommand: Command = {
  name: 'config get',
  usage: 'config get NAME [--json]',
  summary: 'shows one of the settings that apps receive',
  options: {},
  details: ['config list shows the names.'],
  run: async (invocation) => {
    const name = requirePositional(invocation, 'NAME');
    const param = (await listParams(invocation)).find((one) => one.name === name);
    if (!param) throw new CommandError('config param not found (config.not_found)');
    return { json: param, lines: [param.value] };
  },
};

export const configSetCommand: Command = {
  name: 'config set',
  usage: 'config set NAME (VALUE | --default) [--json]',
  summary: 'changes one of the settings that apps receive',
  options: { default: { type: 'boolean' } },
  details: ['--default restores the default value.'],
  run: async (invocation) => {
    const [name, requestedValue, ...more] = invocation.positionals;
    const value = invocation.values['default'] === true ? null : requestedValue;
    const isTwice = value === null && requestedValue !== undefined;
    if (name === undefined || value === undefined || isTwice || more.length > 0)
      throw new UsageError('expected NAME and VALUE, or NAME and --default');
    const { call } = await invocation.service();
    const { data } = await call('PUT /api/v1/admin/config-params/{name}', {
      params: { name },
      body: { value },
    });
    return { json: data, lines: [`${data.name} = ${data.value}`] };
  },
};

async function listParams(invocation: Invocation) {
  const { call } = await invocation.service();
  return (await call('GET /api/v1/admin/config-params', {})).data;
}

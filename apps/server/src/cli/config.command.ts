import type { Command, Given } from './command.port.ts';
import { onlyPositional } from './given.adapter.ts';
import { CommandError, UsageError } from './usage.errors.ts';

export const configListCommand: Command = {
  name: 'config list',
  usage: 'config list [--json]',
  summary: 'lists the settings that apps receive',
  options: {},
  details: ['Settings of the service itself are environment variables: docs/operations.md.'],
  run: async (given) => {
    const data = await paramsOf(given);
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
  run: async (given) => {
    const name = onlyPositional(given, 'NAME');
    const param = (await paramsOf(given)).find((one) => one.name === name);
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
  run: async (given) => {
    const [name, asked, ...more] = given.positionals;
    const value = given.values['default'] === true ? null : asked;
    const isTwice = value === null && asked !== undefined;
    if (name === undefined || value === undefined || isTwice || more.length > 0)
      throw new UsageError('expected NAME and VALUE, or NAME and --default');
    const { call } = await given.service();
    const { data } = await call('PUT /api/v1/admin/config-params/{name}', {
      params: { name },
      body: { value },
    });
    return { json: data, lines: [`${data.name} = ${data.value}`] };
  },
};

async function paramsOf(given: Given) {
  const { call } = await given.service();
  return (await call('GET /api/v1/admin/config-params', {})).data;
}

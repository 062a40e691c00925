import type { Command } from './command.types.ts';
import { findOption, requirePositional } from './options.util.ts';
import { parsePlatform } from './platform.util.ts';
import { UsageError } from './usage.errors.ts';

export const releaseWithdrawCommand: Command = {
  name: 'release withdraw',
  usage: 'release withdraw ID [--json]',
  summary: 'withdraws a release or bundle; the previous one becomes the latest',
  options: {},
  details: ['Its file can no longer be downloaded. Phones that have installed it keep it.'],
  run: async (invocation) => {
    const releaseID = requirePositional(invocation, 'ID');
    const { call } = await invocation.service();
    const { data } = await call('POST /api/v1/admin/releases/{releaseID}/actions/withdraw', {
      params: { releaseID },
    });
    return { json: data, lines: [`withdrawn: ${data.kind} ${data.platform} ${data.version}`] };
  },
};

export const releaseListCommand: Command = {
  name: 'release list',
  usage: 'release list [--platform android|ios|web] [--limit N] [--json]',
  summary: 'lists releases and bundles, newest first',
  options: { platform: { type: 'string' }, limit: { type: 'string' } },
  details: ['--limit defaults to 20; maximum 100. Withdrawn ones are marked.'],
  run: async (invocation) => {
    const platformOption = findOption(invocation, 'platform');
    const platform = platformOption === undefined ? undefined : parsePlatform(platformOption);
    const limit = Number(findOption(invocation, 'limit') ?? 20);
    if (!Number.isInteger(limit) || limit < 0 || limit > 100) throw new UsageError('--limit must be 0-100');
    const { call } = await invocation.service();
    const query = { limit, ...(platform === undefined ? {} : { platform }) };
    const { total, data } = await call('GET /api/v1/admin/releases', { query });
    return {
      json: { total, data },
      lines: [
        `${total} published`,
        ...data.map(({ id, kind, platform, version, createAt, withdrawnAt }) =>
          [
            new Date(createAt).toISOString(),
            id,
            kind,
            platform,
            version,
            withdrawnAt === null ? '' : 'withdrawn',
          ]
            .join('  ')
            .trimEnd(),
        ),
      ],
    };
  },
};

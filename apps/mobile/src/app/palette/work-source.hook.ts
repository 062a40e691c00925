import type { Flow, Task } from '@sealflow/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowPath } from '../../features/work/flow-address.rules.ts';
import { useTypeName } from '../../features/work/type-name.hook.ts';
import { useTexts } from '../../i18n/index.ts';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { storedAnswersOf } from '../../platform/database/stored-answers.repository.ts';
import { usePlatform } from '../../platform/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import type { PaletteItem, PaletteSource } from '../../shell/palette/palette.types.ts';
import { readOnce } from '../../shell/palette/read-once.util.ts';
import { useNavigate } from '../../shell/router/index.ts';

type Page = { readonly data: readonly (Task | Flow)[] };

/** The tasks and applications of the lists that this device has loaded or stored. */
export function useWorkSource(): PaletteSource {
  const { work } = useTexts();
  const client = useQueryClient();
  const platform = usePlatform();
  const navigate = useNavigate();
  const typeName = useTypeName();
  const { account, tenant } = useSignedIn();
  const tid = tenant?.tid;
  const version = tenant?.tserviceVersion ?? '';
  return useMemo(() => {
    const toItem = (item: Task | Flow): PaletteItem => {
      const flow = 'flow' in item ? item.flow : item;
      const type = typeName({ type: flow.type, name: flow.typeName });
      const kind = 'flow' in item ? ('task' as const) : ('flow' as const);
      return {
        id: `${kind}:${item.id}`,
        kind,
        title: flow.title,
        detail: `${type} · ${work.by(flow.applicant.name)}`,
        run: () => navigate(rowPath(item, version)),
      };
    };
    const read = async (): Promise<readonly PaletteItem[]> => {
      if (tid === undefined) return [];
      const loaded = client
        .getQueriesData<Page>({ queryKey: ['tenant', tid, 'work', 'list'] })
        .flatMap(([, page]) => page?.data ?? []);
      const stored = await localDatabase(platform)
        .then((sql) => storedAnswersOf(sql, { accountID: account.aid, tid }).listByPrefix<Page>('list:'))
        .catch(() => []);
      return [...loaded, ...stored.flatMap(({ data }) => data)].map(toItem);
    };
    return { name: 'work', find: readOnce(read) };
  }, [client, platform, navigate, typeName, account.aid, tid, version, work]);
}

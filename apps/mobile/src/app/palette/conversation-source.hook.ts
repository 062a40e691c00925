import { useMemo } from 'react';
import { localDatabase } from '../../platform/database/local-database.compose.ts';
import { usePlatform } from '../../platform/index.ts';
import { storedMessagesOf } from '../../platform/messages/stored-messages.repository.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import type { PaletteItem, PaletteSource } from '../../shell/palette/palette.types.ts';
import { readOnce } from '../../shell/palette/read-once.util.ts';
import { useNavigate } from '../../shell/router/index.ts';

/** The conversations that this device has stored. */
export function useConversationSource(): PaletteSource {
  const platform = usePlatform();
  const { account } = useSignedIn();
  const navigate = useNavigate();
  return useMemo(() => {
    const read = async (): Promise<readonly PaletteItem[]> => {
      const sessions = await storedMessagesOf(await localDatabase(platform), account.aid).sessions();
      return sessions.map(({ sessionID, title }) => ({
        id: `conversation:${sessionID}`,
        kind: 'conversation',
        title,
        run: () => navigate(`${paths.messagelist}?${new URLSearchParams({ sessionID })}`),
      }));
    };
    return { name: 'conversations', find: readOnce(read) };
  }, [platform, account.aid, navigate]);
}

import { useMemo } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useSignedIn } from '../../platform/session/index.ts';
import { paths } from '../../shell/navigation/paths.rules.ts';
import { viewAddress } from '../../shell/navigation/view.rules.ts';
import type { PaletteSource } from '../../shell/palette/palette.types.ts';
import { useNavigate } from '../../shell/router/index.ts';

const views = ['devices', 'security', 'lock', 'storage', 'data'] as const;

/** The screens of the app that a person reaches without choosing an object first. */
export function useScreenSource(): PaletteSource {
  const { shell, work, palette } = useTexts();
  const navigate = useNavigate();
  const { tabs, tenant } = useSignedIn();
  return useMemo(() => {
    const ofTenant: readonly (readonly [address: string, title: string])[] =
      tenant !== null && tabs.some(({ path }) => path === paths.work)
        ? [
            [`${paths.approval}?list=tasks&state=awaiting`, work.todo],
            [`${paths.approval}?list=tasks`, work.lists.tasks],
            [`${paths.approval}?list=flows`, work.lists.flows],
            [viewAddress(paths.work, 'outbox'), shell.views.outbox],
            [viewAddress(paths.myinfo, 'absence'), shell.views.absence],
            [viewAddress(paths.myinfo, 'insight'), shell.views.insight],
          ]
        : [];
    const screens: readonly (readonly [address: string, title: string])[] = [
      ...tabs.map(({ name, path }) => [path, shell.tabs[name]] as const),
      ...ofTenant,
      ...views.map((view) => [viewAddress(paths.myinfo, view), shell.views[view]] as const),
      [paths.updatepwd, shell.titles.updatepwd],
      [paths.about, shell.titles.about],
      [viewAddress(paths.about, 'diagnostics'), shell.views.diagnostics],
    ];
    const items = screens.map(([address, title]) => ({
      id: `screen:${address}`,
      kind: 'screen' as const,
      title,
      detail: palette.screen,
      run: () => navigate(address),
    }));
    return { name: 'screens', find: async () => items };
  }, [shell, work, palette, navigate, tabs, tenant]);
}

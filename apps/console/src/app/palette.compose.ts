import type { Texts } from '../i18n/index.ts';
import type { PaletteEntry } from '../shell/palette.types.ts';
import type { Area } from './areas.compose.ts';

/** What the search of the header finds by name: pages, settings, and acts that begin with a form. */
export function paletteEntries(base: string, areas: readonly Area[], texts: Texts): readonly PaletteEntry[] {
  const pathOf = (name: Area['name']) => {
    const area = areas.find((one) => one.name === name);
    return area ? `${base}/${area.path}` : null;
  };
  const settings = pathOf('settings');
  const {
    identity,
    signIn,
    secondFactor,
    documents,
    otherClients,
    exactPages,
    renditions,
    fullTextSearch,
    printing,
    insightOnPeople,
    retention,
    messageDays,
    applicationDays,
    archiveApplications,
    logo,
  } = texts.settings;
  const acts = [
    { page: pathOf('people'), end: '?new=1', title: texts.people.add },
    { page: pathOf('people'), end: '/import', title: `${texts.people.import} (${texts.shell.areas.people})` },
    { page: pathOf('roles'), end: '?new=1', title: texts.roles.add },
    { page: pathOf('messages'), end: '?new=1', title: texts.messages.write },
    { page: pathOf('classifications'), end: '?open=new', title: texts.classifications.create },
  ];
  return [
    ...areas.map(({ path, name }) => ({
      group: 'pages' as const,
      path: `${base}/${path}`,
      title: texts.shell.areas[name],
    })),
    ...(settings === null
      ? []
      : [
          identity,
          logo,
          signIn,
          secondFactor,
          documents,
          otherClients,
          exactPages,
          renditions,
          fullTextSearch,
          printing,
          insightOnPeople,
          retention,
          messageDays,
          applicationDays,
          archiveApplications,
        ].map((title) => ({
          group: 'settings' as const,
          path: settings,
          title,
        }))),
    ...acts.flatMap(({ page, end, title }) =>
      page === null ? [] : [{ group: 'acts' as const, path: `${page}${end}`, title }],
    ),
  ];
}

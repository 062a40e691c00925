import { createContext, useContext } from 'react';
import type { Texts } from '../i18n/index.ts';

type AreaRights = { readonly name: keyof Texts['shell']['areas']; readonly rights: readonly string[] };

/** The areas of an organisation with the rights of which one opens them; provided by the pages of a tenant. */
export const AreaRightsContext = createContext<readonly AreaRights[]>([]);

/** The areas that somebody with these rights sees. */
export function useAreasOf(rights: readonly string[]): readonly AreaRights['name'][] {
  return useContext(AreaRightsContext)
    .filter((area) => area.rights.some((right) => rights.includes(right)))
    .map(({ name }) => name);
}

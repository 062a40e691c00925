import { type Navigator, type Path, parsePath, type To } from 'react-router';
import { entriesAboveList, goBackAndReplace, listEntryOf, usePaneLists } from './pane-history.store.ts';
import { type Area, firstListOf, isSameFlow, panePlaceOf, previewIn, withoutPreview } from './panes.rules.ts';

/** The navigator gets resolved addresses. */
function toPath(to: To): Path {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  return { pathname, search, hash };
}

/**
 * Navigates for a list beside an open detail. What the list opens replaces the detail, so that back leads from there to
 * the list. A changed filter stays in the list, and the list's back leaves the list as well as the detail.
 */
export const listNavigator = (base: Navigator, area: Area): Navigator => ({
  ...base,
  push: (to, state) => {
    const steps = Math.max(0, entriesAboveList(area) - 1);
    goBackAndReplace(base, steps, () => base.replace(to, state));
  },
  replace: (to, state) => {
    const path = toPath(to);
    const { location } = listEntryOf(area, usePaneLists.getState());
    const isOwn = path.pathname === location.pathname && panePlaceOf(path)?.role === 'list';
    if (isOwn) {
      const search = withoutPreview(path.search);
      usePaneLists.setState({ [area]: { location: { ...location, search }, isChanged: true } });
    }
    // A document of the documents is open at the address of the list itself.
    if (!isOwn || previewIn(path.search) !== null) base.replace(to, state);
  },
  go: (delta) => {
    const above = entriesAboveList(area);
    if (above > 0) base.go(delta - above);
    else base.replace(firstListOf[area]);
  },
});

/** Navigates for a detail beside which a document is open: the forms of the same application keep the document. */
export const detailNavigator = (base: Navigator): Navigator => ({
  ...base,
  push: (to, state) => {
    const path = toPath(to);
    const preview = previewIn(window.location.search);
    if (preview === null || previewIn(path.search) !== null || !isSameFlow(window.location, path)) {
      base.push(to, state);
      return;
    }
    const query = new URLSearchParams(path.search);
    query.set('preview', preview);
    const { previewFlowFile } = (window.history.state?.usr ?? {}) as { readonly previewFlowFile?: unknown };
    // The document was not opened by an entry of its own here: closing it must not leave the form.
    base.push({ ...path, search: `?${query}` }, { ...state, previewFlowFile, previewPushed: false });
  },
});

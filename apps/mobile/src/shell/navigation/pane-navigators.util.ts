import { type Navigator, type Path, parsePath, type To } from '../router/index.ts';
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

type DetailState = {
  readonly previewFlowFile?: unknown;
  readonly previewPushed?: boolean;
  readonly depth?: number;
};

const currentState = () => (window.history.state?.usr ?? {}) as DetailState;

/**
 * Navigates for a detail beside which a document is open. The forms of the same application keep the document. Its own
 * history entry counts as a step between the list and the form, and ends with the form.
 */
export const detailNavigator = (base: Navigator): Navigator => ({
  ...base,
  push: (to, pushed) => {
    const state: DetailState | null = pushed ?? null;
    const path = toPath(to);
    const preview = previewIn(window.location.search);
    if (preview === null || previewIn(path.search) !== null || !isSameFlow(window.location, path)) {
      base.push(to, state);
      return;
    }
    const query = new URLSearchParams(path.search);
    query.set('preview', preview);
    const { previewFlowFile, previewPushed } = currentState();
    const depth = (state?.depth ?? 1) + (previewPushed === true ? 1 : 0);
    // The document was not opened by an entry of its own here: closing it must not leave the form.
    base.push({ ...path, search: `?${query}` }, { ...state, depth, previewFlowFile, previewPushed: false });
  },
  replace: (to, state) => {
    const isClosed = currentState().previewPushed === true && previewIn(toPath(to).search) === null;
    goBackAndReplace(base, isClosed ? 1 : 0, () => base.replace(to, state));
  },
});

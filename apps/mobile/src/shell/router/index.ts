export { type Location, type Path, parsePath, type To } from './address.rules.ts';
export { createBrowserHistory, type HistoryUpdate } from './browser-history.util.ts';
export {
  type Navigator,
  useHref,
  useLocation,
  useNavigate,
  useNavigator,
} from './navigation.hook.ts';
export { Navigate, Router } from './router.component.tsx';

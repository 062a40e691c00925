import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { SignInScreen } from '../areas/sign-in/sign-in.screen.tsx';
import { useLanguage, useTexts } from '../i18n/index.ts';
import { Button } from '../kit/button.component.tsx';
import { LoadBoundary } from '../kit/load-boundary.component.tsx';
import { Page } from '../kit/page.component.tsx';
import { StatePane } from '../kit/state-pane.component.tsx';
import { showToast } from '../kit/toasts.store.ts';
import { useCan, useIsMember, useIsOperator, useRights } from '../platform/access.queries.ts';
import { useSessionActions } from '../platform/api.hook.ts';
import { AreaRightsContext } from '../platform/area-rights.hook.ts';
import { useLiveChanges } from '../platform/live/live.hook.ts';
import { usePreferenceSync } from '../platform/person-preference.hook.ts';
import { usePreferenceStore } from '../platform/person-preference.store.ts';
import { useSession, useSessionStore } from '../platform/session/session.store.ts';
import { allowStepUp, useStepUpStore } from '../platform/step-up/step-up.store.ts';
import { ToastRegion } from '../shell/toast-region.component.tsx';
import { type Area, operatorAreas, tenantAreas } from './areas.compose.ts';
import { paletteEntries } from './palette.compose.ts';

const SetupScreen = lazy(() => import('../areas/setup/setup.screen.tsx'));
const SecurityScreen = lazy(() => import('../areas/security/security.screen.tsx'));
// The sign-in page needs neither the frame nor its menus.
const loadFrame = () => import('../shell/frame.component.tsx');
const Frame = lazy(loadFrame);
const StepUpDialog = lazy(() => import('../shell/step-up-dialog.component.tsx'));

/** All pages of the console. */
export function Console() {
  const language = useLanguage();
  const isStepUpOpen = useStepUpStore((store) => store.end !== null);
  return (
    <I18nProvider locale={language === 'en' ? 'en-GB' : 'zh-CN'}>
      <BrowserRouter basename="/console">
        <Routes>
          <Route
            path="/setup"
            element={
              <Suspense fallback={<StatePane kind="loading" />}>
                <SetupScreen />
              </Suspense>
            }
          />
          <Route path="*" element={<Pages />} />
        </Routes>
      </BrowserRouter>
      {isStepUpOpen ? (
        <Suspense fallback={null}>
          <StepUpDialog />
        </Suspense>
      ) : null}
      <ToastRegion />
    </I18nProvider>
  );
}

function Pages() {
  const phase = useSessionStore((store) => store.state.phase);
  if (phase === 'signedIn') return <SignedIn />;
  return phase === 'signedOut' ? <SignInScreen /> : <StatePane kind="loading" />;
}

function SignedIn() {
  const { tenants } = useSession();
  const isOperator = useIsOperator();
  const { pathname } = useLocation();
  useEffect(allowStepUp, [pathname]);
  // Loads beside the answers that decide what it shows. `Frame` reports a failure.
  useEffect(() => void loadFrame().catch(() => undefined), []);
  const [first] = tenants;
  if (isOperator.isPending) return <StatePane kind="loading" />;
  // Without the answer an operator would be sent away from the own pages.
  if (isOperator.isError && (first === undefined || pathname.startsWith('/operator')))
    return <StatePane kind="error" error={isOperator.error} onRetry={() => void isOperator.refetch()} />;
  const home = first ? `/t/${first.id}` : isOperator.data ? '/operator' : null;
  return (
    <Routes>
      <Route path="/t/:tid" element={<TenantFrame isOperator={isOperator.data === true} />}>
        {areaRoutes(tenantAreas)}
      </Route>
      {isOperator.data ? (
        <Route path="/operator" element={<OperatorFrame />}>
          {areaRoutes(operatorAreas)}
        </Route>
      ) : null}
      <Route path="*" element={home === null ? <NoOrganisation /> : <Navigate to={home} replace />} />
    </Routes>
  );
}

/** The security of the own account, which needs no right. */
const securityPage = { path: 'security', Screen: SecurityScreen };

const areaRoutes = (areas: readonly Area[]) => [
  ...[...areas, securityPage].map(({ path, Screen, ...area }) => {
    const page = (
      <LoadBoundary key={path}>
        <Suspense fallback={<StatePane kind="loading" />}>
          <Screen />
        </Suspense>
      </LoadBoundary>
    );
    const isGuarded = 'rights' in area && area.rights.length > 0;
    return (
      <Route
        key={path}
        path={`${path}/*`}
        element={isGuarded ? <GuardedPage {...area}>{page}</GuardedPage> : page}
      />
    );
  }),
  <Route key="*" path="*" element={<NotFound />} />,
];

type GuardedPageProps = Pick<Area, 'name' | 'rights'> & { readonly children: ReactNode };

/** The page of an area; without one of its rights, which an address does not know, the page says so. */
function GuardedPage({ name, rights, children }: GuardedPageProps) {
  const { tid = '' } = useParams();
  const { common, shell } = useTexts();
  const can = useCan(tid);
  if (rights.some(can)) return children;
  return (
    <Page title={shell.areas[name]}>
      <StatePane kind="empty" title={common.noRights} hint={common.noRightsHint} />
    </Page>
  );
}

/** The frame of a tenant’s pages with the areas that the person’s rights allow. */
function TenantFrame({ isOperator }: { readonly isOperator: boolean }) {
  const { tid = '' } = useParams();
  const isMember = useIsMember(tid);
  const rights = useRights(tid);
  // The address may be that of an account that was signed in before.
  if (!isOperator && !isMember) return <Navigate to="/" replace />;
  if (isMember && rights.isPending) return <StatePane kind="loading" />;
  if (rights.isError && !isOperator) {
    return <StatePane kind="error" error={rights.error} onRetry={() => void rights.refetch()} />;
  }
  const own = rights.data ?? [];
  const allowed = tenantAreas.filter(
    (area) => isOperator || area.rights.some((right) => own.includes(right)),
  );
  return (
    <AreaRightsContext value={tenantAreas}>
      <ScopedFrame tid={tid} base={`/t/${tid}`} areas={allowed} isOperator={isOperator} />
    </AreaRightsContext>
  );
}

function OperatorFrame() {
  return <ScopedFrame tid={null} base="/operator" areas={operatorAreas} isOperator />;
}

function ScopedFrame({
  tid,
  base,
  areas,
  isOperator,
}: {
  /** Null for the deployment. */
  readonly tid: string | null;
  readonly base: string;
  readonly areas: readonly Area[];
  readonly isOperator: boolean;
}) {
  const texts = useTexts();
  const { pathname } = useLocation();
  useLiveChanges(tid, areas.length > 0);
  usePreferenceSync();
  const { isFull } = usePreferenceStore();
  const { preferencesFull } = texts.common;
  useEffect(() => {
    if (isFull) showToast({ color: 'error', text: preferencesFull });
  }, [isFull, preferencesFull]);
  const entries = areas.map(({ path, name }) => ({
    path: `${base}/${path}`,
    title: texts.shell.areas[name],
  }));
  if (areas.length > 0 && pathname.replace(/\/$/, '') === base)
    return <Navigate to={entries[0]?.path ?? base} replace />;
  return (
    <LoadBoundary>
      <Suspense fallback={<StatePane kind="loading" />}>
        <Frame entries={entries} palette={paletteEntries(base, areas, texts)} isOperator={isOperator}>
          {areas.length === 0 ? (
            // The person may have rights in another organisation.
            <Page title={texts.common.noRights} lead={texts.common.noRightsHint} />
          ) : undefined}
        </Frame>
      </Suspense>
    </LoadBoundary>
  );
}

function NoOrganisation() {
  const texts = useTexts().shell;
  return (
    <StatePane
      kind="empty"
      title={texts.noOrganisation}
      hint={texts.noOrganisationHint}
      action={<SignOutButton />}
    />
  );
}

function SignOutButton() {
  const { signOut } = useSessionActions();
  return <Button onPress={() => void signOut()}>{useTexts().shell.signOut}</Button>;
}

function NotFound() {
  const texts = useTexts().shell;
  return <Page title={texts.notFound} lead={texts.notFoundHint} />;
}

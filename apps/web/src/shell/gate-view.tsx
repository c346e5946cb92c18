import { EmptyState, ErrorState, Spinner } from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { errorText, setRefusedHandler } from '../platform/api.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { LoadedPart } from '../platform/frame/loaded-part.tsx';
import { ButtonLink } from '../platform/link.tsx';
import { matchPath } from '../platform/match-path.ts';
import { navigate, usePlace } from '../platform/router.ts';
import { sessionStore, verifySession } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { listPages, type Page } from '../registry/page.ts';
import { gateStateOf, redirectOf } from './gate.ts';
import { useCommandShortcuts } from './palette/use-command-shortcuts.ts';

setRefusedHandler((page) => navigate(page, { replace: true }));

/** Verifies the session once, then shows the page of the present path, or sends the visitor where they may be. */
export function Gate() {
  const t = useText();
  const { outcome, isVerified, failure } = sessionStore();
  useEffect(() => {
    void verifySession();
  }, []);
  if (failure && !isVerified) {
    return (
      <main className="page-centre">
        <ErrorState
          title={t('shell.serverUnreachable')}
          onRetry={() => {
            void verifySession();
          }}
        >
          {errorText(failure)}
        </ErrorState>
      </main>
    );
  }
  if (!isVerified) return <Waiting />;
  return <Router isSignedIn={outcome === 'NO_ERROR'} />;
}

function Router({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname, search } = usePlace();
  const outcome = sessionStore((state) => state.outcome);
  const found = useMemo(() => findPage(pathname), [pathname]);
  const redirect = redirectOf({
    state: gateStateOf(outcome),
    pathname,
    search,
    access: found?.page.access,
    origin: location.origin,
  });
  useEffect(() => {
    if (redirect !== null) navigate(redirect, { replace: true });
  }, [redirect]);
  if (redirect !== null) return <Waiting />;
  return (
    <>
      {found ? <PageView key={found.page.path} {...found} /> : <NoPage />}
      {isSignedIn && <Keyboard />}
    </>
  );
}

const loadPalette = async () => (await import('./palette/palette.tsx')).Palette;
const noProps = {};

/**
 * Commands by their keys and by search, wherever somebody is signed in. What may be wanted next comes when the browser
 * rests.
 */
function Keyboard() {
  useCommandShortcuts();
  const [isResting, setResting] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        setResting(true);
        // Who opens the page before it is here, or after this failed, loads it then.
        for (const page of listPages()) if (page.isLikelyNext) loaderOf(page)().catch(() => undefined);
      }),
    [],
  );
  return isResting && <LoadedPart load={loadPalette} props={noProps} waiting={null} />;
}

interface Found {
  page: Page;
  params: Record<string, string>;
}

function findPage(pathname: string): Found | undefined {
  for (const page of listPages()) {
    const params = matchPath(page.path, pathname);
    if (params) return { page, params };
  }
  return undefined;
}

const loaders = new WeakMap<Page, () => Promise<Awaited<ReturnType<Page['load']>>['Page']>>();

function loaderOf(page: Page) {
  const known = loaders.get(page);
  if (known) return known;
  const loader = async () => (await page.load()).Page;
  loaders.set(page, loader);
  return loader;
}

function PageView({ page, params }: Found) {
  return <LoadedPart load={loaderOf(page)} props={{ params }} waiting={<Waiting />} />;
}

function Waiting() {
  const t = useText();
  return (
    <main className="page-centre" aria-busy>
      <Spinner label={t('shell.loading')} />
    </main>
  );
}

function NoPage() {
  const t = useText();
  return (
    <main className="page-centre">
      <EmptyState
        title={t('shell.noPage')}
        action={
          <ButtonLink href="/" variant="primary">
            {t('shell.goHome')}
          </ButtonLink>
        }
      >
        {t('shell.noPageText', { path: location.pathname })}
      </EmptyState>
    </main>
  );
}

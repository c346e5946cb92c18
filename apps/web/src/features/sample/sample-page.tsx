import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  MapIcon,
  Mark,
  NotebookIcon,
  Segmented,
  Spinner,
  useInterface,
} from '@groma/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { errorText } from '../../platform/api.ts';
import { ButtonLink, Link } from '../../platform/link.tsx';
import { navigate } from '../../platform/router.ts';
import { sessionStore } from '../../platform/session.ts';
import { useLocaleId, useText } from '../../platform/text.ts';
import { isMissing, useSample, type LiveSample } from './read-sample.ts';
import { sampleViews, storeView } from './sample-views.ts';
import './sample-page.css';

const keepPath = '/sample/keep';

/** `/sample`: the map and the notebook of the sample, live, for whoever comes (SHL-153). */
export function Page() {
  const t = useText();
  const { data: sample, error, refetch, isFetching } = useSample();
  const isSignedIn = sessionStore((state) => state.user !== null);
  const map = useRef<HTMLIFrameElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    document.title = `${t('sample.title')} · Groma`;
  }, [t]);
  const keep = async (from: LiveSample) => {
    setLeaving(true);
    await noteView(from, map.current);
    navigate(isSignedIn ? keepPath : `/auth/sign-up?callbackUrl=${encodeURIComponent(keepPath)}`);
  };
  return (
    <div className="sample">
      <header>
        <Link href="/hub" className="sample-brand" aria-label="Groma">
          <Mark size={22} />
          <b>Groma</b>
        </Link>
        <Badge>{t('sample.badge')}</Badge>
        <p>{t('sample.note')}</p>
        <div className="sample-ways">
          {!isSignedIn && (
            <ButtonLink href="/auth" variant="quiet">
              {t('access.signIn')}
            </ButtonLink>
          )}
          <Button
            variant="primary"
            loading={isLeaving}
            disabled={!sample}
            onClick={() => {
              if (sample) void keep(sample);
            }}
          >
            {t(isSignedIn ? 'sample.open' : 'sample.keep')}
          </Button>
        </div>
      </header>
      {sample ? (
        <Panes sample={sample} map={map} />
      ) : (
        <main className="page-centre" aria-busy={sample === null || !error}>
          {isMissing(error) ? (
            <EmptyState
              icon={<MapIcon size={18} />}
              title={t('sample.missing')}
              action={<ButtonLink href="/hub">{t('shell.goHome')}</ButtonLink>}
            >
              {t('sample.missingText')}
            </EmptyState>
          ) : error ? (
            <ErrorState
              title={t('sample.failed')}
              isRetrying={isFetching}
              onRetry={() => {
                void refetch();
              }}
            >
              {errorText(error)}
            </ErrorState>
          ) : (
            <Spinner label={t(sample === null ? 'sample.preparing' : 'shell.loading')} />
          )}
        </main>
      )}
    </div>
  );
}

/**
 * Keeps what was done on the map that the sample opens on for `/sample/keep`. What cannot be read is not kept, nor what
 * was done on another map.
 */
async function noteView(sample: LiveSample, frame: HTMLIFrameElement | null): Promise<void> {
  const hash = frame?.contentWindow?.location.hash ?? '';
  const at = new URLSearchParams(hash.replace(/^#/, '')).get('at');
  if (at !== null && at !== sample.map_id) return storeView(null);
  const place = { projectId: sample.project_id, mapId: sample.map_id };
  storeView(
    await sampleViews()
      .read(place, hash)
      .catch(() => null),
  );
}

/** The map and the notebook: beside each other, or one of them where there is no room. Both stay as they were left. */
function Panes({ sample, map }: { sample: LiveSample; map: RefObject<HTMLIFrameElement | null> }) {
  const t = useText();
  const locale = useLocaleId();
  const { scheme } = useInterface();
  const [shown, setShown] = useState<'map' | 'notebook'>('map');
  const of = (more: object) =>
    `/embed/solutions/${sample.template_id}?${new URLSearchParams({ locale, theme: scheme, ...more })}`;
  return (
    <main className="sample-panes" data-shown={shown}>
      <h1>{sample.title}</h1>
      <Segmented
        label={t('sample.shown')}
        value={shown}
        onChange={setShown}
        fullWidth
        options={[
          { value: 'map', label: t('template.type.MAP'), icon: <MapIcon size={16} /> },
          { value: 'notebook', label: t('template.type.NOTEBOOK'), icon: <NotebookIcon size={16} /> },
        ]}
      />
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, whose address is read */}
      <iframe
        ref={map}
        data-pane="map"
        title={t('template.type.MAP')}
        src={`${of({})}#at=${sample.map_id}`}
        allow="fullscreen; clipboard-write"
      />
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which runs nothing */}
      <iframe data-pane="notebook" title={t('template.type.NOTEBOOK')} src={of({ notebook: sample.notebook_id })} />
    </main>
  );
}

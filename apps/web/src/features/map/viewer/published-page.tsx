import type { StoryStep } from '@groma/model';
import type { ChartReply, MapStateReply } from '@groma/protocol';
import { Button, EmptyState, ErrorState, LinkButton, LockIcon, PasswordField, Spinner, MapIcon } from '@groma/ui';
import { useCallback, useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { errorText, needsPassword } from '../../../platform/error-text.ts';
import { isAbsent } from '../../../platform/refusal.ts';
import { useText } from '../../../platform/text.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import { openPublished, type OpenPublished } from './open-published.ts';
import { PublishedMap } from './published-map.tsx';
import {
  mapsOf,
  readCharts,
  readPublication,
  readState,
  readSteps,
  unlock,
  type Publication,
} from './read-publication.ts';
import { readAddress } from './view-address.ts';
import type { ViewerImages, ViewerParts } from './viewer-parts.ts';
import './viewer.css';

/** A publication with one of its maps, read. */
export interface ReadPublished {
  publication: Publication;
  mapId: string;
  state: MapStateReply;
  steps: readonly StoryStep[];
  charts: readonly ChartReply[];
}

/**
 * Reads what the page shows: the map that the address names, else the first. Null where the publication has none.
 * @throws GromaError, CallFailure.
 */
export async function readPublished(templateId: string, version: string | null): Promise<ReadPublished | null> {
  const publication = await readPublication(templateId, version);
  const maps = mapsOf(publication);
  const asked = readAddress(location.hash).map;
  const found = maps.find(({ id }) => id === asked) ?? maps[0];
  if (!found) return null;
  const place = { projectId: publication.content.project_id, mapId: found.id };
  const [state, steps, charts] = await Promise.all([readState(place), readSteps(place), readCharts(place)]);
  return { publication, mapId: found.id, state, steps, charts };
}

interface PublishedPageProps {
  templateId: string;
  version: string | null;
  /** The first reading, begun before there was a page. */
  first: Promise<ReadPublished | null>;
  parts: ViewerParts;
}

type Shown =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'empty' }
  | {
      status: 'ready';
      publication: Publication;
      open: OpenPublished;
      kinds: readonly LayerKind[];
      images: ViewerImages | null;
    };

/** The page of a published map, with what is said where it cannot be shown. */
export function PublishedPage({ templateId, version, first, parts }: PublishedPageProps) {
  const t = useText();
  const [reading, setReading] = useState(first);
  const shown = useShown(reading, parts);
  const again = useCallback(() => setReading(readPublished(templateId, version)), [templateId, version]);
  const title = shown.status === 'ready' ? shown.publication.title : null;
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  if (!hasWebGl())
    return (
      <Centre>
        <ErrorState title={t('viewer.noWebGl')}>{t('viewer.noWebGlText')}</ErrorState>
      </Centre>
    );
  if (shown.status === 'loading')
    return (
      <Centre isBusy>
        <Spinner label={t('shell.loading')} />
      </Centre>
    );
  if (shown.status === 'empty')
    return (
      <Centre>
        <EmptyState icon={<MapIcon size={18} />} title={t('viewer.noMap')} />
      </Centre>
    );
  if (shown.status === 'failed' && needsPassword(shown.error)) return <Locked templateId={templateId} onOpen={again} />;
  if (shown.status === 'failed' && isAbsent(shown.error))
    return (
      <Centre>
        <EmptyState icon={<MapIcon size={18} />} title={t('viewer.gone')}>
          {t('viewer.goneText')}
        </EmptyState>
      </Centre>
    );
  if (shown.status === 'failed')
    return (
      <Centre>
        <ErrorState title={t('viewer.failed')} onRetry={again}>
          {errorText(shown.error)}
        </ErrorState>
      </Centre>
    );
  const { publication, open, kinds, images } = shown;
  const onMap = (mapId: string) => {
    history.replaceState(null, '', `#at=${mapId}`);
    again();
  };
  return (
    <PublishedMap
      key={open.map.mapId}
      publication={publication}
      open={open}
      kinds={kinds}
      images={images}
      parts={parts}
      onMap={onMap}
      onOther={again}
    />
  );
}

/** What came of a reading, opened; the map before is closed. */
function useShown(reading: Promise<ReadPublished | null>, parts: ViewerParts): Shown {
  const [shown, setShown] = useState<Shown>({ status: 'loading' });
  useEffect(() => {
    let isGone = false;
    let opened: OpenPublished | null = null;
    const show = async () => {
      const read = await reading;
      if (isGone) return;
      if (!read) return setShown({ status: 'empty' });
      const { publication, mapId } = read;
      const place = { projectId: publication.content.project_id, mapId };
      const size = { width: innerWidth, height: innerHeight };
      const open = openPublished(place, read, readAddress(location.hash), size);
      opened = open;
      const { state } = open.map;
      const [kinds, images] = await Promise.all([parts.kindsFor(state), parts.imagesFor(state)]);
      if (!isGone) setShown({ status: 'ready', publication, open, kinds, images });
    };
    show().catch((error: unknown) => {
      if (!isGone) setShown({ status: 'failed', error });
    });
    return () => {
      isGone = true;
      setShown({ status: 'loading' });
      opened?.map.close();
    };
  }, [reading, parts]);
  return shown;
}

/** Asks for the password of a publication. */
function Locked({ templateId, onOpen }: { templateId: string; onOpen: () => void }) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isOpening, setOpening] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOpening(true);
    setFailure(null);
    try {
      await unlock(templateId, password);
      const isKept = await isUnlocked(templateId);
      if (isKept) return onOpen();
      setFailure(t('viewer.notKept'));
    } catch (error) {
      setFailure(errorText(error));
    }
    setOpening(false);
  };
  return (
    <Centre>
      <form
        className="viewer-locked"
        onSubmit={(event) => {
          void submit(event);
        }}
      >
        <LockIcon size={18} />
        <h1>{t('viewer.locked')}</h1>
        <PasswordField
          label={t('viewer.password')}
          value={password}
          autoFocus
          autoComplete="current-password"
          error={failure}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" loading={isOpening} disabled={password === ''}>
          {t('viewer.unlock')}
        </Button>
        {parent !== window && (
          <LinkButton href={location.href} target="_blank" rel="noopener">
            {t('viewer.ownPage')}
          </LinkButton>
        )}
      </form>
    </Centre>
  );
}

/** Browsers keep no cookie for a frame in the page of somebody else: the right password does not help there. */
async function isUnlocked(templateId: string): Promise<boolean> {
  try {
    await readPublication(templateId, null);
    return true;
  } catch (error) {
    return !needsPassword(error);
  }
}

function Centre({ children, isBusy = false }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <main className="page-centre" aria-busy={isBusy || undefined}>
      {children}
    </main>
  );
}

let webGl: boolean | null = null;

/** Whether this browser draws; asked once, since each answer takes a context of the few there are. */
function hasWebGl(): boolean {
  if (webGl !== null) return webGl;
  const context = document.createElement('canvas').getContext('webgl2');
  webGl = context !== null;
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return webGl;
}

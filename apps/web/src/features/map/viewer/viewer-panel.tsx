import {
  BookIcon,
  ChartBarIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  HomeIcon,
  IconButton,
  LinkIcon,
  MaximizeIcon,
  MinimizeIcon,
  PrinterIcon,
  SearchIcon,
  SelectField,
  TableIcon,
  toast,
  Truncated,
} from '@groma/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import type { StillMap } from '../session/still-map.ts';
import { LayerSwitches } from './layer-switches.tsx';
import { mapsOf, type Publication } from './read-publication.ts';
import type { FeaturePlace } from './viewer-card.tsx';
import { ViewerSearch } from './viewer-search.tsx';

/** Narrower than this the panel begins folded, so that the map is seen. */
const leastWidth = 640;

interface ViewerPanelProps {
  publication: Publication;
  map: StillMap;
  hasTable: boolean;
  /** Whether the story is shown; null where there is none. */
  story: { isOn: boolean; turn: () => void } | null;
  /** Whether the charts are shown; null where there are none. */
  charts: { isOn: boolean; turn: () => void } | null;
  /** Further tools. */
  tools: ReactNode;
  onMap: (mapId: string) => void;
  onFound: (place: FeaturePlace) => void;
  onTable: () => void;
  onPrint: () => void;
  goHome: () => void;
}

/** The title of a published map, what can be done with it, and its layers. */
export function ViewerPanel({
  publication,
  map,
  hasTable,
  story,
  charts,
  tools,
  onMap,
  onFound,
  onTable,
  onPrint,
  goHome,
}: ViewerPanelProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(() => innerWidth >= leastWidth);
  const [isSearching, setSearching] = useState(false);
  const maps = mapsOf(publication);
  return (
    <section className="viewer-panel" aria-label={publication.title}>
      <header>
        <div dir="auto">
          <a href={publication.path} target="_blank" rel="noopener">
            <Truncated text={publication.title} />
          </a>
          {publication.author && <small>{t('viewer.by', { name: publication.author.name })}</small>}
        </div>
      </header>
      {maps.length > 1 && (
        <SelectField
          size="s"
          aria-label={t('map.maps')}
          value={map.mapId}
          options={maps.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onMap}
        />
      )}
      <div className="viewer-tools" role="toolbar" aria-label={t('map.tools')}>
        <IconButton label={t('viewer.home')} icon={<HomeIcon />} onClick={goHome} />
        <IconButton
          label={t('viewer.search')}
          icon={<SearchIcon />}
          active={isSearching}
          onClick={() => setSearching(!isSearching)}
        />
        {story && <IconButton label={t('story.show')} icon={<BookIcon />} active={story.isOn} onClick={story.turn} />}
        {charts && (
          <IconButton label={t('viewer.charts')} icon={<ChartBarIcon />} active={charts.isOn} onClick={charts.turn} />
        )}
        {tools}
        <IconButton label={t('viewer.table')} icon={<TableIcon />} active={hasTable} onClick={onTable} />
        <IconButton label={t('viewer.print')} icon={<PrinterIcon />} onClick={onPrint} />
        <IconButton
          label={t('viewer.share')}
          icon={<LinkIcon />}
          onClick={() => {
            void share(t('viewer.shared'), t('viewer.notShared'));
          }}
        />
        <FullScreen />
      </div>
      {isSearching && <ViewerSearch map={map} onFound={onFound} />}
      <button type="button" className="viewer-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('viewer.layers')}
        {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
      </button>
      {isOpen && <LayerSwitches map={map} />}
    </section>
  );
}

async function share(done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast.success(done);
  } catch {
    toast.error(failed);
  }
}

/** Fills the screen with the map; nothing where that is not allowed. */
function FullScreen() {
  const t = useText();
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  if (!document.fullscreenEnabled) return null;
  return (
    <IconButton
      label={t(isFull ? 'viewer.leaveFullScreen' : 'viewer.fullScreen')}
      icon={isFull ? <MinimizeIcon /> : <MaximizeIcon />}
      onClick={() => {
        const turning = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
        turning.catch(() => undefined);
      }}
    />
  );
}

import { Button, Note, Skeleton, useInterface, WebLink } from '@groma/ui';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { foliumMapOf, type FoliumMap } from './folium-map.ts';
import { framePage, frameStyle, readFrameMessage, staticPage } from './html-frame.ts';
import { TextOutput } from './text-output.tsx';
import { unreachedBy } from './unreached.ts';
import { dataHostsOf, vegaChartOf } from './vega-chart.ts';

/** The frame's page says that it is there at once; after this it is shown without its scripts. */
const answerMs = 4_000;
const firstHeight = 40;

/** HTML of the code in a frame, or what it lacks to be drawn: outputs reach no server. */
export function HtmlOutput(props: HtmlOutputProps) {
  const t = useText();
  const map = useMemo(() => foliumMapOf(props.html), [props.html]);
  const unreached = useMemo(() => unreachedBy(props.html), [props.html]);
  const chart = useMemo(() => vegaChartOf(props.html), [props.html]);
  if (map) return <FoliumOutput {...props} map={map} />;
  if (chart !== null) return <VegaOutput {...props} start={chart} />;
  if (!unreached) return <HtmlFrame {...props} />;
  const { hosts, pages, isAll } = unreached;
  const isOnlyPages = hosts.length === 0 && /^\s*<iframe\b[^<>]*>\s*<\/iframe>\s*$/i.test(props.html);
  return (
    <>
      {hosts.length > 0 && (
        <div className="output-unreached">
          <Note kind="info">
            {t(isAll ? 'notebook.htmlNeedsNetwork' : 'notebook.htmlLacksParts', { hosts: hosts.join(', ') })}
          </Note>
        </div>
      )}
      {pages.map((page) => (
        <div key={page} className="output-unreached">
          <Note kind="info">
            {t('notebook.htmlFramesPage')} <WebLink text={page} />
          </Note>
        </div>
      ))}
      {!isAll && !isOnlyPages && <HtmlFrame {...props} />}
    </>
  );
}

/**
 * A map with Leaflet from here, for the frame reaches no other server; pictures of the ground are missing for the same
 * reason.
 */
function FoliumOutput({ map, ...props }: HtmlOutputProps & { map: FoliumMap }) {
  const t = useText();
  const parts = useQuery({
    queryKey: ['leaflet-parts'],
    staleTime: Infinity,
    queryFn: async () => (await import('./leaflet-parts.ts')).leafletParts,
  });
  const html = useMemo(() => (parts.data ? map.withParts(parts.data) : null), [map, parts.data]);
  return (
    <>
      <div className="output-unreached">
        <Note kind="info">
          {t('notebook.mapWithoutGround')}
          {map.missing.length > 0 && ` ${t('notebook.htmlLacksParts', { hosts: map.missing.join(', ') })}`}
        </Note>
      </div>
      {html === null ? <ComingParts parts={parts} height={360} /> : <HtmlFrame {...props} html={html} />}
    </>
  );
}

/** A chart of Altair with Vega from here. */
function VegaOutput({ start, ...props }: HtmlOutputProps & { start: string }) {
  const t = useText();
  const parts = useQuery({
    queryKey: ['vega-parts'],
    staleTime: Infinity,
    queryFn: async () => (await import('./vega-parts.ts')).vegaParts,
  });
  const html = useMemo(() => (parts.data ? parts.data + start + props.html : null), [parts.data, start, props.html]);
  const hosts = useMemo(() => dataHostsOf(props.html), [props.html]);
  return (
    <>
      {hosts.length > 0 && (
        <div className="output-unreached">
          <Note kind="info">{t('notebook.chartLacksData', { hosts: hosts.join(', ') })}</Note>
        </div>
      )}
      {html === null ? <ComingParts parts={parts} height={320} /> : <HtmlFrame {...props} html={html} />}
    </>
  );
}

/** In place of an output whose scripts are on their way from here, or did not come. */
function ComingParts({
  parts: { isError, refetch },
  height,
}: {
  parts: Pick<UseQueryResult, 'isError' | 'refetch'>;
  height: number;
}) {
  const t = useText();
  if (!isError) return <Skeleton height={height} />;
  return (
    <p className="output-failure" role="alert">
      {t('notebook.htmlFailed')}{' '}
      <Button size="s" onClick={() => void refetch()}>
        {t('notebook.tryAgain')}
      </Button>
    </p>
  );
}

interface HtmlOutputProps {
  html: string;
  text?: string | undefined;
  isExpanded: boolean;
}

/**
 * HTML of the code in a frame of another origin: its scripts run, but see neither this page, nor the session, nor the
 * network of either (NBK-088). The frame tells its height; nothing else it says is believed.
 */
function HtmlFrame({ html, text, isExpanded }: HtmlOutputProps) {
  const t = useText();
  const { scheme } = useInterface();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const [state, setState] = useState<'waiting' | 'shown' | 'static' | 'failed'>('waiting');
  useEffect(() => {
    const show = () =>
      frame.current?.contentWindow?.postMessage({ type: 'groma-output', html, style: frameStyle(), scheme }, '*');
    const receive = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return;
      const message = readFrameMessage(event.data);
      if (message?.type === 'ready') show();
      if (message?.type === 'height') {
        setHeight(message.height);
        setState('shown');
      }
      if (message?.type === 'failed') setState('failed');
    };
    addEventListener('message', receive);
    show();
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'static' : now)), answerMs);
    return () => {
      removeEventListener('message', receive);
      clearTimeout(timer);
    };
  }, [html, scheme]);
  if (state === 'failed') {
    return (
      <>
        <p className="output-failure">{t('notebook.htmlFailed')}</p>
        {text && <TextOutput kind="text/plain" pieces={[text]} isExpanded={isExpanded} />}
      </>
    );
  }
  if (state === 'static')
    return (
      <iframe
        className="output-html output-html-static"
        title={t('notebook.htmlOutput')}
        sandbox=""
        srcDoc={staticPage(html)}
        data-expanded={isExpanded || undefined}
      />
    );
  // A frame of another scheme than its page, which takes ours when it is filled, is painted over what is behind it.
  return (
    <iframe
      ref={frame}
      className="output-html"
      title={t('notebook.htmlOutput')}
      sandbox="allow-scripts"
      src={framePage}
      referrerPolicy="no-referrer"
      loading="eager"
      data-expanded={isExpanded || undefined}
      style={{ height, ...(state === 'shown' && { colorScheme: scheme }) }}
    />
  );
}

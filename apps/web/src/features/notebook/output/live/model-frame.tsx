import { Button, Note, useInterface } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useText } from '../../../../platform/text.ts';
import { framePage, frameStyle, readFrameMessage } from '../html-frame.ts';
import { readWidgetMessage, type ToWidgetFrame, type WidgetSend } from './frame-message.ts';

/** Where a frame has its models from, and what becomes of what it sends. */
export interface FrameSession {
  connect(tell: (message: ToWidgetFrame) => void): void;
  want(model: string): Promise<void>;
  send(sent: WidgetSend): Promise<void>;
  refuse(message: string): void;
}

interface ModelFrameProps {
  session: FrameSession;
  /** Whether the person in front of it may use it. */
  isUsable: boolean;
  isExpanded: boolean;
  isShown: boolean;
  onShown(isShown: boolean): void;
}

/** Jupyter’s own code for widgets in a frame, with what the widget lacks because it stands on other servers. */
export function ModelFrame(props: ModelFrameProps) {
  const t = useText();
  const [unreached, addUnreached] = useReducer(withHost, []);
  const parts = useQuery({
    queryKey: ['widget-parts'],
    staleTime: Infinity,
    queryFn: async () => (await import('./widget-parts.ts')).widgetParts,
  });
  return (
    <>
      {unreached.length > 0 && (
        <div className="output-unreached">
          <Note kind="info">{t('notebook.liveWidget.unreached', { hosts: unreached.join(', ') })}</Note>
        </div>
      )}
      {parts.isError && (
        <p className="output-failure" role="alert">
          {t('notebook.htmlFailed')}{' '}
          <Button size="s" onClick={() => void parts.refetch()}>
            {t('notebook.tryAgain')}
          </Button>
        </p>
      )}
      {parts.data !== undefined && <WidgetFrame {...props} html={parts.data} onUnreached={addUnreached} />}
    </>
  );
}

interface WidgetFrameProps extends ModelFrameProps {
  html: string;
  onUnreached(host: string): void;
}

/**
 * The frame of outputs with Jupyter's own code for widgets. What the frame sends reaches the kernel with the rights of
 * the person in front of it: only once that person has used it, for what the code has written may send as well.
 */
function WidgetFrame({ session, html, isUsable, isExpanded, isShown, onShown, onUnreached }: WidgetFrameProps) {
  const t = useText();
  const { scheme } = useInterface();
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame's page has begun. */
  const [starts, setStarts] = useState(0);
  const [height, setHeight] = useState(0);
  const tell = useMemo(() => (message: ToWidgetFrame) => frame.current?.contentWindow?.postMessage(message, '*'), []);
  useEffect(() => {
    let isUsed = false;
    const fill = () =>
      frame.current?.contentWindow?.postMessage({ type: 'groma-output', html, style: frameStyle() }, '*');
    const receive = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      const known = readFrameMessage(data);
      if (known?.type === 'ready') fill();
      if (known?.type === 'height') setHeight(known.height);
      const message = readWidgetMessage(data);
      if (message?.type === 'groma-widget-ready') {
        setStarts((count) => count + 1);
      }
      if (message?.type === 'groma-widget-shown') onShown(true);
      if (message?.type === 'groma-widget-unreached') onUnreached(message.host);
      if (message?.type === 'groma-widget-want') void session.want(message.model);
      if (message?.type !== 'groma-widget-send') return;
      isUsed ||= isBeingUsed(frame.current);
      if (isUsed) void session.send(message);
      else session.refuse(message.message);
    };
    addEventListener('message', receive);
    fill();
    return () => {
      removeEventListener('message', receive);
      onShown(false);
    };
  }, [html, session, tell, onShown, onUnreached]);
  useEffect(() => {
    if (starts > 0) tell({ type: 'groma-widget-look', style: frameStyle(), scheme });
  }, [starts, scheme, tell]);
  useEffect(() => {
    if (starts === 0) return;
    const names = {
      play: t('time.play'),
      pause: t('time.pause'),
      stop: t('notebook.liveWidget.stop'),
      repeat: t('notebook.liveWidget.repeat'),
      failed: t('notebook.liveWidget.failed'),
    };
    tell({ type: 'groma-widget-use', isUsable, names });
  }, [starts, isUsable, t, tell]);
  useEffect(() => {
    if (starts > 0) session.connect(tell);
  }, [starts, session, tell]);
  return (
    <iframe
      ref={frame}
      className="output-html"
      title={t('notebook.widget')}
      sandbox="allow-scripts"
      src={framePage}
      referrerPolicy="no-referrer"
      data-expanded={isExpanded || undefined}
      aria-hidden={!isShown || undefined}
      style={{ height: isShown ? height : 0, ...(isShown && { colorScheme: scheme }) }}
    />
  );
}

/** A person's click or key in the frame counts for this page too, and the focus is in the frame then. */
function isBeingUsed(frame: HTMLIFrameElement | null): boolean {
  return frame !== null && document.activeElement === frame && navigator.userActivation?.isActive !== false;
}

const mostHosts = 6;

/** The servers that were asked for, each once. */
function withHost(hosts: readonly string[], host: string): readonly string[] {
  return hosts.includes(host) || hosts.length === mostHosts ? hosts : [...hosts, host];
}

import { Button, Note, useInterface } from '@groma/ui';
import { notebook as calls } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { api, errorText } from '../../../../platform/api.ts';
import { useLiveDocument } from '../../../../platform/live.ts';
import { onRoomMessage } from '../../../../platform/project-room.ts';
import { useProject } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import { useNotebook } from '../../block/notebook-context.ts';
import { framePage, frameStyle, readFrameMessage } from '../html-frame.ts';
import { readWidgetMessage, type ToWidgetFrame } from './frame-message.ts';
import { widgetChannel } from './widget-channel.ts';
import { WidgetSession, type WidgetState, type WidgetTrouble } from './widget-session.ts';

interface LiveWidgetProps {
  model: string;
  isExpanded: boolean;
  /** The widget as it is kept, until the live one is there, and when there is none. */
  children: (isLost: boolean) => ReactNode;
}

/** A widget of Jupyter that people use, together, as long as its kernel lives (NBK-177 to NBK-184). */
export function LiveWidget({ model, isExpanded, children }: LiveWidgetProps) {
  const t = useText();
  const { id: notebookId, isEditable, isPaused } = useNotebook();
  const { session, state, trouble } = useWidgetSession(model);
  const [isShown, setShown] = useState(false);
  const isLive = state === 'live';
  const parts = useQuery({
    queryKey: ['widget-parts'],
    staleTime: Infinity,
    enabled: isLive,
    queryFn: async () => (await import('./widget-parts.ts')).widgetParts,
  });
  return (
    <>
      {isLive && !isEditable && !isPaused && (
        <div className="output-unreached">
          <Note kind="info">{t('notebook.liveWidget.watch')}</Note>
        </div>
      )}
      {trouble && (
        <div className="output-unreached" role="alert">
          <Note kind="warning">
            {trouble.kind === 'too-large' ? t('notebook.liveWidget.tooLarge') : errorText(trouble.error)}
          </Note>
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
      {!(isLive && isShown) && children(state === 'lost')}
      {isLive && session && parts.data !== undefined && (
        <WidgetFrame
          key={`${notebookId} ${model}`}
          session={session}
          html={parts.data}
          isExpanded={isExpanded}
          isShown={isShown}
          onShown={setShown}
        />
      )}
    </>
  );
}

/** The session of a widget with its kernel, made anew for another widget. */
function useWidgetSession(model: string) {
  const { id: notebookId } = useNotebook();
  const projectId = useProject().id;
  const connection = useLiveDocument('main', notebookId)?.connection;
  const [state, setState] = useState<WidgetState>('asking');
  const [trouble, setTrouble] = useState<WidgetTrouble | null>(null);
  const channel = connection && widgetChannel(connection);
  const session = useMemo(
    () =>
      channel &&
      new WidgetSession(model, {
        read: async (modelId) =>
          (await api.call(calls.readWidget, { params: { notebookId, projectId, modelId } })).data,
        use: (modelId, body) =>
          channel.inOrder(
            async () =>
              (await api.call(calls.useWidget, { params: { notebookId, projectId, modelId }, body })).data.state,
          ),
        onState: setState,
        onTrouble: setTrouble,
      }),
    [channel, model, notebookId, projectId],
  );
  useEffect(() => {
    if (!connection || !channel || !session) return;
    session.open();
    const stopHearing = channel.subscribe((told) => session.hear(told));
    const stopWatching = onRoomMessage('Kernel_Restarted', (message) => {
      if (message['notebookId'] === notebookId) void session.read();
    });
    // What was told during an outage is not told again.
    let wasConnected = connection.state.connection === 'connected';
    const stopMinding = connection.subscribe(({ connection: link }) => {
      if (link === 'connected' && !wasConnected) void session.read();
      wasConnected = link === 'connected';
    });
    return () => {
      session.close();
      stopHearing();
      stopWatching();
      stopMinding();
    };
  }, [connection, channel, session, notebookId]);
  return { session, state, trouble };
}

interface WidgetFrameProps {
  session: WidgetSession;
  html: string;
  isExpanded: boolean;
  isShown: boolean;
  onShown(isShown: boolean): void;
}

/**
 * The frame of outputs with Jupyter's own code for widgets. What the frame sends reaches the kernel with the rights of
 * the person in front of it: only once that person has used it, for what the code has written may send as well.
 */
function WidgetFrame({ session, html, isExpanded, isShown, onShown }: WidgetFrameProps) {
  const t = useText();
  const { scheme } = useInterface();
  const { isEditable } = useNotebook();
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
  }, [html, session, tell, onShown]);
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
    };
    tell({ type: 'groma-widget-use', isUsable: isEditable, names });
  }, [starts, isEditable, t, tell]);
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

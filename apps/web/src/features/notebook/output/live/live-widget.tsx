import { Note } from '@groma/ui';
import { notebook as calls } from '@groma/protocol';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { api, errorText } from '../../../../platform/api.ts';
import { useLiveDocument } from '../../../../platform/live.ts';
import { onRoomMessage } from '../../../../platform/project-room.ts';
import { useProject } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import { useNotebook } from '../../block/notebook-context.ts';
import { ModelFrame } from './model-frame.tsx';
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
      {!(isLive && isShown) && children(state === 'lost')}
      {isLive && session && (
        <ModelFrame
          key={`${notebookId} ${model}`}
          session={session}
          isUsable={isEditable}
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

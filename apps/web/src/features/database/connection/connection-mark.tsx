import { connectionState, type ConnectionState, type DatabaseItem } from '@groma/model';
import { Spinner } from '@groma/ui';
import { roomStore } from '../../../platform/project-room.ts';
import { useText } from '../../../platform/text.ts';
import './connection.css';

/** A dot for the state of a connection, or a spinner while it is made (DBS-010 to DBS-012). */
export function ConnectionMark({ state }: { state: ConnectionState }) {
  if (state === 'connecting') return <Spinner />;
  return <span className="connection-dot" data-state={state} aria-hidden />;
}

/** The state of a connection as this page may say it: while the server is away, nothing can be executed there. */
export function useConnectionState(item: Pick<DatabaseItem, 'schema' | 'isFetchingSchema'>): ConnectionState {
  const isAway = roomStore(({ connection }) => connection === 'disconnected');
  return isAway ? 'disconnected' : connectionState(item);
}

/** The state of a connection in words (DBS-008). */
export function ConnectionStatus({ item }: { item: Pick<DatabaseItem, 'schema' | 'isFetchingSchema'> }) {
  const t = useText();
  const state = useConnectionState(item);
  return (
    <span className="connection-status" role="status">
      <ConnectionMark state={state} />
      {t(`database.connection.${state}`)}
    </span>
  );
}

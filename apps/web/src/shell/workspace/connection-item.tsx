import { roomStore } from '../../platform/project-room.ts';
import { useText } from '../../platform/text.ts';

const tones = {
  connected: 'good',
  connecting: 'waiting',
  disconnected: 'bad',
  refused: 'bad',
  closed: 'waiting',
} as const;

/** Whether this page hears of what the others do. */
export function ConnectionItem() {
  const t = useText();
  const connection = roomStore((state) => state.connection);
  return (
    <span role="status">
      <span className="status-dot" data-tone={tones[connection]} aria-hidden />
      {t(`shell.connection.${connection}`)}
    </span>
  );
}

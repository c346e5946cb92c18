import { useText } from '../../platform/text.ts';
import { useStatusItems } from '../../registry/status.ts';
import './status-bar.css';

/** The bottom bar: what features say of their state, from the start and from the end. */
export function StatusBar() {
  const t = useText();
  return (
    <footer className="status-bar" aria-label={t('shell.statusBar')}>
      {useStatusItems('start').map(({ id, Component }) => (
        <Component key={id} />
      ))}
      <span className="status-bar-space" />
      {useStatusItems('end').map(({ id, Component }) => (
        <Component key={id} />
      ))}
    </footer>
  );
}

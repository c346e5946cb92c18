import type { ToolOutcome } from '@groma/protocol';
import { Button, Note } from '@groma/ui';
import { useEffect } from 'react';
import { useText } from '../../../platform/text.ts';
import { showOnMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { skippedText } from './skipped-text.ts';

interface PreviewBarProps {
  preview: ToolOutcome;
  session: MapSession;
  isKeeping: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** What is being looked at, and what becomes of it. Escape discards it wherever the keyboard is. */
export function PreviewBar({ preview, session, isKeeping, onKeep, onDiscard }: PreviewBarProps) {
  const t = useText();
  const box = preview.preview?.manifest.bbox;
  const load = useMapState(session, ({ loaded }) => loaded[preview.operation_id]?.load);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      onDiscard();
    };
    // Before the map, which would clear the selection.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [onDiscard]);
  return (
    <>
      <div className="function-preview" role="status">
        <span className="function-made">
          <b>{preview.picture ? t('function.viewed') : t('function.previewed', { count: preview.count })}</b>
          {box && (
            <Button size="s" variant="quiet" onClick={() => showOnMap(session.mapId, session.state.name, [...box])}>
              {t('function.show')}
            </Button>
          )}
        </span>
        {preview.skipped.map((each) => (
          <small key={each.reason}>{skippedText(each)}</small>
        ))}
      </div>
      {load?.status === 'failed' && <Note kind="error">{load.failure}</Note>}
      <div className="function-buttons">
        <Button disabled={isKeeping} onClick={onDiscard}>
          {t('function.discard')}
        </Button>
        <Button variant="primary" loading={isKeeping} onClick={onKeep}>
          {t(preview.picture ? 'function.run' : 'function.keep')}
        </Button>
      </div>
    </>
  );
}

/** What Escape closes first. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"], [aria-expanded="true"]') !== null;
}

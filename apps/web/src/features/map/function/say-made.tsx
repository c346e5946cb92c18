import type { ToolOutcome, VectorLayerEntry } from '@groma/protocol';
import { Button, toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { openTable, showOnMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { skippedText } from './skipped-text.ts';

const standsMs = 8_000;

/** Says that there is a new layer, with a button that leads to it. */
export function sayMade(session: MapSession, layer: VectorLayerEntry, { count, skipped }: ToolOutcome): void {
  const id = `function-${layer.id}`;
  const bbox = layer.data?.manifest.bbox ?? null;
  const show = () => {
    toast.dismiss(id);
    if (bbox) showOnMap(session.mapId, session.state.name, [...bbox]);
    else openTable(session.mapId, layer);
  };
  toast.success(
    <span className="function-made">
      {[t('function.made', { count }), ...skipped.map(skippedText)].join(' ')}
      {count > 0 && (
        <Button size="s" variant="quiet" onClick={show}>
          {t('function.show')}
        </Button>
      )}
    </span>,
    { id, title: layer.text, duration: standsMs },
  );
}

import { Button, FileTextIcon, LayersIntersectIcon } from '@groma/ui';
import { parseLayerReference, type NotebookOutput } from '@groma/model';
import { useEffect } from 'react';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { askSoon, useOrigins } from '../../../registry/origin/use-origin.ts';
import { openResource } from '../../../registry/resource.ts';
import { useNotebook } from '../block/notebook-context.ts';

interface MadeBy {
  block: { blockId: string; executionCount: number | null };
  outputs: readonly NotebookOutput[];
}

/** The layers and files that a block has made, which open from here. */
export function MadeThings({ block: { blockId, executionCount }, outputs }: MadeBy) {
  const t = useText();
  const projectId = useProject().id;
  const { id } = useNotebook();
  const origins = useOrigins(projectId, { notebook_id: id });
  // What a run makes is there before its outputs are whole.
  useEffect(() => {
    if (executionCount !== null) askSoon(projectId);
  }, [projectId, executionCount, outputs]);
  const made = origins.filter(({ notebook }) => notebook?.block_id === blockId);
  if (made.length === 0) return null;
  return (
    <div className="output-made">
      {made.map(({ thing, name, map_name: mapName }) => {
        const layer = parseLayerReference(thing);
        const path = thing.slice('file:'.length);
        return (
          <Button
            key={thing}
            size="s"
            variant="quiet"
            icon={layer ? <LayersIntersectIcon size={14} /> : <FileTextIcon size={14} />}
            onClick={() =>
              layer
                ? openResource({ kind: 'mapLayer', id: [layer.mapId, layer.layerId, mapName].join('\n'), name })
                : openResource({ kind: 'file', id: path, name })
            }
          >
            {layer ? t('origin.madeLayer', { layer: name, map: mapName ?? '' }) : t('origin.madeFile', { path })}
          </Button>
        );
      })}
    </div>
  );
}

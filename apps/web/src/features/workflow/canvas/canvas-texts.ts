import type { ReactFlowProps } from '@xyflow/react';
import { useMemo } from 'react';
import { useText } from '../../../platform/text.ts';

/** What the canvas says to those who don't see it, in the language of the person. */
export function useCanvasTexts(): ReactFlowProps['ariaLabelConfig'] {
  const t = useText();
  return useMemo(
    () => ({
      'node.a11yDescription.default': t('workflow.nodeKeys'),
      'node.a11yDescription.keyboardDisabled': t('workflow.nodeKeys'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) => t('workflow.nodeMoved', { x, y }),
      'edge.a11yDescription.default': t('workflow.edgeKeys'),
      'controls.ariaLabel': t('workflow.zoom'),
      'controls.zoomIn.ariaLabel': t('map.zoomIn'),
      'controls.zoomOut.ariaLabel': t('map.zoomOut'),
      'controls.fitView.ariaLabel': t('workflow.fitView'),
    }),
    [t],
  );
}

import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { memo, useMemo, type PointerEvent } from 'react';
import { useText } from '../../../platform/text.ts';
import { nodeSize, type FlowNode } from './flow-node.tsx';

/** Pixels of the overview on the screen. */
const size = { width: 200, height: 150 };

/**
 * All nodes in small with what is in sight, which a click or a drag moves and the wheel zooms. Two paths hold all
 * nodes, so that hundreds of them cost no more than one.
 */
export const Overview = memo(function Overview({ nodes }: { nodes: readonly FlowNode[] }) {
  const t = useText();
  const flow = useReactFlow();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const all = useMemo(() => pathOf(nodes), [nodes]);
  const chosen = useMemo(() => pathOf(nodes.filter(({ selected }) => selected)), [nodes]);
  const bounds = useMemo(() => boundsOf(nodes), [nodes]);
  const sight = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
  const box = withMargin(bounds ? joined(bounds, sight) : sight);
  const go = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const place = {
      x: box.left + (event.clientX - left) * box.scale,
      y: box.top + (event.clientY - top) * box.scale,
    };
    void flow.setCenter(place.x, place.y, { zoom });
  };
  return (
    <Panel position="bottom-right" className="workflow-overview-map">
      <svg
        {...size}
        viewBox={`${box.left} ${box.top} ${size.width * box.scale} ${size.height * box.scale}`}
        role="img"
        aria-label={t('workflow.minimap')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
        }}
        onWheel={({ deltaY }) => void flow.zoomTo(zoom * 2 ** (-deltaY / 500))}
      >
        <path className="workflow-overview-nodes" d={all} />
        <path className="workflow-overview-chosen" d={chosen} />
        <rect
          className="workflow-overview-sight"
          x={sight.left}
          y={sight.top}
          width={sight.right - sight.left}
          height={sight.bottom - sight.top}
        />
      </svg>
    </Panel>
  );
});

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function pathOf(nodes: readonly FlowNode[]): string {
  const { width, height } = nodeSize;
  return nodes.map(({ position: { x, y } }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');
}

function boundsOf(nodes: readonly FlowNode[]): Box | null {
  if (nodes.length === 0) return null;
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { position } of nodes) {
    box.left = Math.min(box.left, position.x);
    box.top = Math.min(box.top, position.y);
    box.right = Math.max(box.right, position.x + nodeSize.width);
    box.bottom = Math.max(box.bottom, position.y + nodeSize.height);
  }
  return box;
}

function joined(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** The corner of what the overview shows, and the pixels of the canvas that one of its own stands for. */
function withMargin({ left, top, right, bottom }: Box): { left: number; top: number; scale: number } {
  const scale = (Math.max((right - left) / size.width, (bottom - top) / size.height) || 1) * 1.08;
  return {
    left: (left + right - size.width * scale) / 2,
    top: (top + bottom - size.height * scale) / 2,
    scale,
  };
}

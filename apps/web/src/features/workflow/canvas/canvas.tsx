import {
  addToWorkflow,
  moveNodes,
  newId,
  readWorkflowGraph,
  removeFromWorkflow,
  type WorkflowGraph,
} from '@groma/model';
import {
  Background,
  BackgroundVariant,
  Controls,
  ReactFlow,
  useReactFlow,
  useStore,
  type Connection,
  type Edge,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
} from '@xyflow/react';
import {
  memo,
  useCallback,
  useMemo,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type PointerEvent,
} from 'react';
import { toast } from '@groma/ui';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import { connectionProblem, connectNodes, connectWhereFits } from '../graph/connect-nodes.ts';
import { makeNode } from '../graph/new-nodes.ts';
import { pickNode } from '../add/pick-node.tsx';
import { sayText } from '../workflows/say-workflow.ts';
import { copyNodes, readCopied } from '../graph/copied-nodes.ts';
import type { StepStanding } from '../run/step-standing.ts';
import { GraphDocument, type WorkflowIssueOf } from '../graph/use-graph.ts';
import { useCanvasTexts } from './canvas-texts.ts';
import { detailAt, DetailContext, FlowNodeView, type FlowNode } from './flow-node.tsx';
import { Overview } from './overview.tsx';
import { useFlowEdges } from './use-flow-edges.ts';
import { useFlowNodes } from './use-flow-nodes.ts';
import { useSteady } from './use-steady.ts';
import { RemoteCursors } from './remote-cursors.tsx';
import '@xyflow/react/dist/base.css';

interface CanvasProps {
  doc: Y.Doc;
  graph: WorkflowGraph;
  issues: readonly WorkflowIssueOf[];
  awareness: Awareness;
  /** How the steps of the newest run stand, by node. */
  steps: ReadonlyMap<string, StepStanding>;
  isEditable: boolean;
  selected: ReadonlySet<string>;
  onSelect(ids: ReadonlySet<string>): void;
  share(field: 'cursor' | 'viewport', value: unknown): void;
}

const nodeTypes = { step: FlowNodeView };
const deleteKeys = ['Backspace', 'Delete'];
const pro = { hideAttribution: true };
const view = { maxZoom: 1.25, padding: 0.2 };

/**
 * The canvas: nodes that are dragged, connected, deleted and copied, and the pointers of the others (WFL-009). What it
 * hands to React Flow stays the same functions: each that is another goes through the store that every node and wire
 * listens to.
 */
export const Canvas = memo(function Canvas(props: CanvasProps) {
  const { doc, graph, issues, awareness, steps, isEditable, selected, onSelect, share } = props;
  const t = useText();
  const flow = useReactFlow();
  const [dragged, setDragged] = useState<ReadonlyMap<string, { x: number; y: number }>>(new Map());
  const [selectedEdges, setSelectedEdges] = useState<ReadonlySet<string>>(new Set());
  const nodes = useFlowNodes(graph, issues, steps, dragged, selected);
  const edges = useFlowEdges(graph, selectedEdges);
  const change = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const chosen = changed(selected, changes);
      if (chosen !== selected) onSelect(chosen);
      const moved = changes.flatMap((each) =>
        each.type === 'position' && each.position ? [{ ...each, position: each.position }] : [],
      );
      if (moved.length === 0) return;
      const under = moved.filter(({ dragging }) => dragging);
      setDragged(new Map(under.map(({ id, position }) => [id, position])));
      const ended = moved.filter(({ dragging }) => !dragging);
      if (ended.length > 0 && isEditable) moveNodes(doc, new Map(ended.map(({ id, position }) => [id, position])));
    },
    [doc, isEditable, onSelect, selected],
  );
  const paste = (event: ClipboardEvent) => {
    if (!isEditable || isText(event.target)) return;
    const added = readCopied(event.clipboardData.getData('text/plain'), newId, graph);
    if (!added) return;
    event.preventDefault();
    addToWorkflow(doc, added);
    onSelect(new Set(added.nodes.map(({ id }) => id)));
  };
  const copy = (event: ClipboardEvent) => {
    if (isText(event.target) || window.getSelection()?.toString()) return;
    const text = copyNodes(graph, selected);
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    if (event.type === 'cut' && isEditable) removeFromWorkflow(doc, { nodes: [...selected] });
  };
  /** A wire that does not fit says why; one that ends on empty canvas asks what is to be there. */
  const endWire = (event: MouseEvent | TouchEvent, { isValid, fromHandle, toHandle, toNode }: FinalConnectionState) => {
    if (!isEditable || isValid === true || !fromHandle) return;
    const isForward = fromHandle.type === 'source';
    if (toHandle) {
      const [from, to] = isForward ? [fromHandle, toHandle] : [toHandle, fromHandle];
      if (from.type === to.type) return;
      const wire = { source: from.nodeId, sourceHandle: from.id, target: to.nodeId, targetHandle: to.id };
      const problem = connectionProblem(graph, wire);
      if (problem) toast.error(sayText(problem), { id: 'workflow-wire' });
    } else if (!toNode && isForward) {
      const { clientX: x, clientY: y } = 'changedTouches' in event ? event.changedTouches[0]! : event;
      add(flow.screenToFlowPosition({ x, y }), { source: fromHandle.nodeId, port: fromHandle.id ?? null });
    }
  };
  /** Asks what is to be added at a place, and connects it with what leads there. */
  const add = (position: { x: number; y: number }, from?: { source: string; port: string | null }) =>
    pickNode((wanted) => {
      const node = makeNode(wanted, position);
      addToWorkflow(doc, { nodes: [node], edges: [] });
      if (from) connectWhereFits(doc, readWorkflowGraph(doc), from.source, node.id, from.port);
      onSelect(new Set([node.id]));
    });
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  const texts = useCanvasTexts();
  const given = useSteady({
    onEdgesChange: (changes: EdgeChange[]) => setSelectedEdges((before) => changed(before, changes)),
    onDelete: ({ nodes: gone, edges: goneEdges }: { nodes: FlowNode[]; edges: Edge[] }) => {
      if (isEditable)
        removeFromWorkflow(doc, { nodes: gone.map(({ id }) => id), edges: goneEdges.map(({ id }) => id) });
    },
    onConnect: ({ source, target, ...ports }: Connection) => {
      if (isEditable) connectNodes(doc, graph, source, target, ports);
    },
    isValidConnection: ({ source, target, sourceHandle = null, targetHandle = null }: Connection | Edge) =>
      connectionProblem(graph, { source, target, sourceHandle, targetHandle }) === null,
    onConnectEnd: endWire,
    onNodesChange: change,
    onPaneClick: () => onSelect(new Set()),
    // A drag, which moves all of them, is no click.
    onNodeClick: ({ ctrlKey, metaKey, shiftKey }: ReactMouseEvent, { id }: FlowNode) => {
      if (selected.size > 1 && selected.has(id) && !ctrlKey && !metaKey && !shiftKey) onSelect(new Set([id]));
    },
    onPointerMove: (event: PointerEvent) =>
      share('cursor', flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })),
    onPointerLeave: () => share('cursor', null),
    onMove: (_event: unknown, viewport: unknown) => share('viewport', viewport),
  });
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest('button, a, [role="button"]') !== null;
    if (event.key !== ' ' || !isEditable || isText(event.target) || isOnControl) return;
    event.preventDefault();
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    add(flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 }));
  };
  // What is typed into a node concerns neither React Flow nor what it draws.
  const drawn = useMemo(
    () => (
      <ReactFlow<FlowNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        {...given}
        onlyRenderVisibleElements
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        edgesFocusable
        deleteKeyCode={isEditable ? deleteKeys : null}
        minZoom={0.1}
        maxZoom={4}
        fitView
        fitViewOptions={view}
        proOptions={pro}
        aria-label={t('workflow.canvas')}
        ariaLabelConfig={texts}
      >
        <Background variant={BackgroundVariant.Dots} gap={16} size={1.5} />
        <Overview nodes={nodes} />
        <Controls showInteractive={false} />
        <RemoteCursors awareness={awareness} />
      </ReactFlow>
    ),
    [nodes, edges, given, isEditable, awareness, t, texts],
  );
  return (
    <GraphDocument value={doc}>
      <DetailContext value={detail}>
        <div
          className="workflow-canvas"
          data-detail={detail === 'full' ? undefined : detail}
          onCopy={copy}
          onCut={copy}
          onPaste={paste}
          onKeyDown={press}
        >
          {drawn}
        </div>
      </DetailContext>
    </GraphDocument>
  );
});

/** Ids that are selected after some changes; the same set where none is about that. */
function changed(
  before: ReadonlySet<string>,
  changes: readonly (NodeChange<FlowNode> | EdgeChange)[],
): ReadonlySet<string> {
  const picks = changes.filter((each) => each.type === 'select');
  if (picks.length === 0) return before;
  const after = new Set(before);
  for (const { id, selected } of picks) {
    if (selected) after.add(id);
    else after.delete(id);
  }
  return after;
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable="true"]') !== null;
}

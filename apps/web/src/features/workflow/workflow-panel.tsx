import {
  addToWorkflow,
  moveNodes,
  nodesOf,
  parseProjectToolId,
  readWorkflowGraph,
  workflowKind,
  type WorkflowGraph,
  type WorkflowValue,
} from '@groma/model';
import { Button, EmptyState, Note, SchemaIcon, Skeleton, toast } from '@groma/ui';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { elementPicture } from '../../platform/element-picture.ts';
import { applyUndoKey } from '../../platform/live-text/undo-key.ts';
import { useLiveDocument, type LiveDocument } from '../../platform/live.ts';
import { isOpenToEdits, useOutage, type Outage } from '../../platform/outage.ts';
import { useReturningFocus } from '../../platform/return-focus.ts';
import { sessionStore, useCan, useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { useOwnToolList } from '../../registry/own-tools.ts';
import { lendPanelPicture } from '../../registry/panel-picture.ts';
import type { PanelApi, PanelProps } from '../../registry/panel.ts';
import { alignNodes } from './canvas/align-nodes.ts';
import { arrangeNodes } from './canvas/arrange-nodes.ts';
import { Canvas } from './canvas/canvas.tsx';
import { nodeSize } from './canvas/flow-node.tsx';
import { usePresent, useSharing } from './canvas/people.ts';
import { useSteady } from './canvas/use-steady.ts';
import { wholeView } from './canvas/whole-view.ts';
import { useGraph, useIssues, type WorkflowIssueOf } from './graph/use-graph.ts';
import { useGraphUndo } from './graph/graph-undo.ts';
import { askRunValues } from './run/ask-run-values.tsx';
import { RunHistory } from './run/run-history.tsx';
import { runWorkflow } from './run/run-workflow.ts';
import { standings, type StepStanding } from './run/step-standing.ts';
import { useRun } from './run/use-run.ts';
import { useRuns } from './run/use-runs.ts';
import { StartsSection } from './start/starts-section.tsx';
import { SidePanel } from './side/side-panel.tsx';
import { useRoomBeside } from './side/room-beside.ts';
import { WorkflowBar } from './workflow-bar.tsx';
import { freePlace, makeNode } from './graph/new-nodes.ts';
import { lendWorkflow } from './workflows/open-workflows.ts';
import type { WorkflowPanelParams } from './workflows/workflow-actions.ts';
import { useWorkflows } from './workflows/workflow-list.ts';
import './workflow.css';
import './start/start.css';
import './run/peek.css';

/** A workflow: its bar, its canvas, and beside it the overview or the node that is selected. */
export function Panel({ params, api }: PanelProps<WorkflowPanelParams | null>) {
  if (!params?.workflowId) return <NotFound onClose={api.close} />;
  return <WorkflowPanel workflowId={params.workflowId} api={api} />;
}

function WorkflowPanel({ workflowId, api }: { workflowId: string; api: PanelApi }) {
  const { id: projectId } = useProject();
  const name = useWorkflows(projectId).data?.find(({ id }) => id === workflowId)?.name;
  const live = useLiveDocument('workflow', workflowId, name);
  useEffect(() => {
    if (name !== undefined) api.setTitle(name);
  }, [name, api]);
  if (!live) return <WorkflowSkeleton />;
  if (live.state.connection === 'refused') return <NotFound onClose={api.close} />;
  return (
    <ReactFlowProvider key={live.doc.guid}>
      <LiveWorkflow live={live} workflowId={workflowId} projectId={projectId} name={name ?? ''} />
    </ReactFlowProvider>
  );
}

interface LiveWorkflowProps {
  live: LiveDocument;
  workflowId: string;
  projectId: string;
  name: string;
}

const nothing: ReadonlySet<string> = new Set();
const noIssues: readonly WorkflowIssueOf[] = [];

function LiveWorkflow({ live, workflowId, projectId, name }: LiveWorkflowProps) {
  const { doc, state, connection } = live;
  const mayUpdate = useCan('update', 'workflow');
  const outage = useOutage(state.lostAt);
  const isEditable = mayUpdate && isOpenToEdits(state, outage);
  const graph = useGraph(doc);
  const own = useOwnToolList(projectId);
  const issues = useIssues(graph, own, { id: workflowId, name });
  // Without its tools nobody knows the ports of such a node.
  const isKnown = own !== undefined || !usesOwnTools(graph);
  const undo = useGraphUndo(doc);
  const people = usePresent(connection.awareness);
  const share = useSharing(connection.awareness, sessionStore((session) => session.user?.id) ?? '');
  const [selected, setSelected] = useState(nothing);
  const [isSideOpen, setSideOpen] = useState(true);
  const [isSubmitting, setSubmitting] = useState(false);
  useRefusalNotice(state.refusal);
  const body = useRef<HTMLDivElement>(null);
  const resetView = useResetView(body);
  useReturningFocus(body, outage === 'long');
  useEffect(() => lendPanelPicture('workflow', workflowId, () => pictureOfCanvas(body.current)), [workflowId]);
  // Once in step it is shown, with its undo, whatever becomes of the connection.
  const [wasSynced, setWasSynced] = useState(state.synced);
  if (state.synced && !wasSynced) setWasSynced(true);
  useRoomBeside(body, wasSynced && isKnown, setSideOpen);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditable && applyUndoKey(event.nativeEvent, undo)) event.preventDefault();
  };
  const select = useCallback((ids: ReadonlySet<string>) => {
    setSelected(ids);
    if (ids.size === 1) setSideOpen(true);
  }, []);
  useEffect(() => {
    if (!isEditable) return undefined;
    return lendWorkflow(workflowId, {
      addNode(type) {
        const node = makeNode(type, freePlace(readWorkflowGraph(doc).nodes, nodeSize));
        addToWorkflow(doc, { nodes: [node], edges: [] });
        setSelected(new Set([node.id]));
        setSideOpen(true);
      },
      selectedCount: selected.size,
      align(how) {
        const chosen = readWorkflowGraph(doc).nodes.filter(({ id }) => selected.has(id));
        // What was done just before is a step of its own to undo.
        undo.stopCapturing();
        moveNodes(doc, alignNodes(chosen, how));
        undo.stopCapturing();
      },
    });
  }, [doc, isEditable, workflowId, selected, undo]);
  const steps = useNewestSteps(projectId, workflowId);
  const start = async (values?: Readonly<Record<string, WorkflowValue>>, againFrom?: string) => {
    setSubmitting(true);
    try {
      await runWorkflow({ projectId, workflowId, graph, values, againFrom });
    } finally {
      setSubmitting(false);
    }
  };
  const run = (againFrom?: string) => {
    const { parameters = [] } = graph;
    if (workflowKind(graph) === 'general' && parameters.length > 0)
      askRunValues(parameters, (values) => void start(values, againFrom));
    else void start(undefined, againFrom);
  };
  // Each letter is unsaved, then saved: the bar says so, and all else is drawn for what it shows alone.
  const given = useSteady({
    run,
    runAll: () => run(),
    arrange: () => moveNodes(doc, arrangeNodes(graph)),
    resetView,
    toggleSide: () => setSideOpen((isOpen) => !isOpen),
  });
  const starts = useMemo(
    () => <StartsSection projectId={projectId} workflowId={workflowId} graph={graph} isEditable={isEditable} />,
    [projectId, workflowId, graph, isEditable],
  );
  const history = useMemo(() => {
    const runFrom = (nodeId: string) =>
      isEditable && !isSubmitting && graph.nodes.some(({ id }) => id === nodeId) ? () => given.run(nodeId) : null;
    return <RunHistory projectId={projectId} workflowId={workflowId} isEditable={isEditable} runFrom={runFrom} />;
  }, [projectId, workflowId, graph, isEditable, isSubmitting, given]);
  return (
    <div className="workflow" onKeyDown={onKeyDown}>
      <WorkflowBar
        workflowId={workflowId}
        name={name}
        state={state}
        people={people}
        issues={wasSynced && isKnown ? issues : noIssues}
        isEditable={isEditable && wasSynced}
        isSubmitting={isSubmitting}
        onArrange={given.arrange}
        onResetView={given.resetView}
        onRun={given.runAll}
      />
      <OutageNotice state={state} outage={outage} wasSynced={wasSynced} />
      {wasSynced && isKnown ? (
        <div ref={body} className="workflow-body">
          <Canvas
            doc={doc}
            graph={graph}
            issues={issues}
            awareness={connection.awareness}
            steps={steps}
            isEditable={isEditable}
            selected={selected}
            onSelect={select}
            share={share}
          />
          <SidePanel
            doc={doc}
            graph={graph}
            issues={issues}
            selected={selected}
            isEditable={isEditable}
            isOpen={isSideOpen}
            onToggle={given.toggleSide}
            onSelect={select}
            starts={starts}
            history={history}
          />
        </div>
      ) : (
        <WorkflowSkeleton />
      )}
    </div>
  );
}

function usesOwnTools(graph: WorkflowGraph): boolean {
  return nodesOf(graph, 'tool').some(({ data }) => parseProjectToolId(data.tool) !== undefined);
}

/** How the steps of the newest run stand, by node; none for a run of a basic graph. */
function useNewestSteps(projectId: string, workflowId: string): ReadonlyMap<string, StepStanding> {
  const newest = useRuns(projectId, workflowId).data?.[0];
  const isGeneral = newest !== undefined && workflowKind(newest) === 'general';
  const { data } = useRun(projectId, workflowId, isGeneral ? newest.id : null);
  return useMemo(() => standings(isGeneral ? (data?.steps ?? []) : []), [data, isGeneral]);
}

async function pictureOfCanvas(body: HTMLElement | null): Promise<Blob | null> {
  const canvas = body?.querySelector<HTMLElement>('.workflow-canvas');
  return canvas ? elementPicture(canvas) : null;
}

/** Brings all nodes into view. */
function useResetView(body: RefObject<HTMLElement | null>): () => void {
  const flow = useReactFlow();
  return () => {
    const canvas = body.current?.querySelector('.workflow-canvas')?.getBoundingClientRect();
    void flow.setViewport(wholeView(flow.getNodesBounds(flow.getNodes()), canvas), { duration: 120 });
  };
}

/** An edit the server did not take is said, once. */
function useRefusalNotice(refusal: string | null): void {
  const t = useText();
  useEffect(() => {
    if (refusal)
      toast.error(t(refusal === 'DISK_FULL' ? 'workflow.diskFull' : 'workflow.editRefused'), {
        id: 'workflow-edit-refused',
      });
  }, [refusal, t]);
}

function OutageNotice({
  state,
  outage,
  wasSynced,
}: {
  state: LiveDocument['state'];
  outage: Outage;
  wasSynced: boolean;
}) {
  const t = useText();
  const isWaiting = !wasSynced && state.connection === 'disconnected';
  if (!isWaiting && outage !== 'long') return null;
  const lost = state.saved ? 'workflow.connectionLost' : 'workflow.connectionLostUnsaved';
  return (
    <div className="workflow-notice" role="status">
      <Note kind="warning">{t(isWaiting ? 'workflow.cannotReach' : lost)}</Note>
    </div>
  );
}

/** The shape of what is to come (WFL-021). */
function WorkflowSkeleton() {
  const t = useText();
  return (
    <div className="workflow-skeleton" role="status" aria-label={t('workflow.loading')}>
      <Skeleton width={208} height={68} />
      <Skeleton width={208} height={68} />
      <Skeleton width={208} height={68} />
    </div>
  );
}

/** A workflow that is not there, or not to be seen by this person (WFL-020). */
function NotFound({ onClose }: { onClose(): void }) {
  const t = useText();
  return (
    <div className="workflow workflow-gone">
      <EmptyState
        icon={<SchemaIcon size={18} />}
        title={t('workflow.notFound')}
        action={
          <Button size="s" onClick={onClose}>
            {t('workflow.closeTab')}
          </Button>
        }
      >
        {t('workflow.notLoaded')}
      </EmptyState>
    </div>
  );
}

import { nodesOf, workflowKind, type WorkflowGraph } from '@groma/model';
import { ChevronLeftIcon, ChevronRightIcon, IconButton } from '@groma/ui';
import { memo, type ReactNode } from 'react';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import type { WorkflowIssueOf } from '../graph/use-graph.ts';
import { ParametersEditor } from './parameters-editor.tsx';
import { NodeEditor } from './node-editor.tsx';

interface SidePanelProps {
  doc: Y.Doc;
  graph: WorkflowGraph;
  issues: readonly WorkflowIssueOf[];
  selected: ReadonlySet<string>;
  isEditable: boolean;
  isOpen: boolean;
  onToggle(): void;
  onSelect(ids: ReadonlySet<string>): void;
  /** What starts the workflow by itself. */
  starts: ReactNode;
  history: ReactNode;
}

const basicKinds = ['input', 'conversion', 'output'] as const;
const generalKinds = ['data', 'tool', 'query', 'condition', 'merge', 'save', 'note'] as const;

/** Beside the canvas: the editor of the one node that is selected, else the overview (WFL-011, WFL-012). */
export const SidePanel = memo(function SidePanel(props: SidePanelProps) {
  const { doc, graph, issues, selected, isEditable, isOpen, onToggle } = props;
  const t = useText();
  const node = selected.size === 1 ? graph.nodes.find(({ id }) => selected.has(id)) : undefined;
  return (
    <aside className="workflow-side" data-open={isOpen || undefined} aria-label={t('workflow.details')}>
      <IconButton
        label={t(isOpen ? 'workflow.collapse' : 'workflow.expand')}
        icon={isOpen ? <ChevronRightIcon /> : <ChevronLeftIcon />}
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      {isOpen && (
        <div className="workflow-side-body">
          {node ? (
            <NodeEditor key={node.id} doc={doc} graph={graph} node={node} issues={issues} isEditable={isEditable} />
          ) : (
            <Overview {...props} />
          )}
        </div>
      )}
    </aside>
  );
});

function Overview({ doc, graph, isEditable, onSelect, starts, history }: SidePanelProps) {
  const t = useText();
  const kind = workflowKind(graph);
  const kinds = [...basicKinds, ...generalKinds].filter((type) =>
    kind === 'basic' ? type === 'input' || type === 'conversion' || type === 'output' : nodesOf(graph, type).length > 0,
  );
  return (
    <>
      <h3>{t('workflow.overview')}</h3>
      <p className="workflow-quiet">{t(`workflow.graphKind.${kind}`)}</p>
      {kinds.map((type) => {
        const nodes = nodesOf(graph, type);
        return (
          <section key={type} className="workflow-overview">
            <h4>
              {type === 'input' || type === 'conversion' || type === 'output'
                ? t(`workflow.count.${type}`, { number: nodes.length })
                : t(`workflow.kind.${type}`)}
            </h4>
            {nodes.map(({ id, data }) => (
              <button key={id} type="button" className="workflow-overview-node" onClick={() => onSelect(new Set([id]))}>
                {data.label || t(`workflow.kind.${type}`)}
              </button>
            ))}
          </section>
        );
      })}
      {kind === 'general' && <ParametersEditor doc={doc} parameters={graph.parameters ?? []} isEditable={isEditable} />}
      {starts}
      {history}
    </>
  );
}

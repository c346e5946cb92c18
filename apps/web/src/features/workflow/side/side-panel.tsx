import { nodesOf, type WorkflowGraph, type WorkflowIssue } from '@groma/model';
import { ChevronLeftIcon, ChevronRightIcon, IconButton } from '@groma/ui';
import type { ReactNode } from 'react';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import { NodeEditor } from './node-editor.tsx';

interface SidePanelProps {
  doc: Y.Doc;
  graph: WorkflowGraph;
  issues: readonly WorkflowIssue[];
  selected: ReadonlySet<string>;
  isEditable: boolean;
  isOpen: boolean;
  onToggle(): void;
  onSelect(ids: ReadonlySet<string>): void;
  history: ReactNode;
}

const kinds = ['input', 'conversion', 'output'] as const;

/** Beside the canvas: the editor of the one node that is selected, else the overview (WFL-011, WFL-012). */
export function SidePanel(props: SidePanelProps) {
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
}

function Overview({ graph, onSelect, history }: SidePanelProps) {
  const t = useText();
  return (
    <>
      <h3>{t('workflow.overview')}</h3>
      {kinds.map((kind) => {
        const nodes = nodesOf(graph, kind);
        return (
          <section key={kind} className="workflow-overview">
            <h4>{t(`workflow.count.${kind}`, { number: nodes.length })}</h4>
            {nodes.map(({ id, data }) => (
              <button key={id} type="button" className="workflow-overview-node" onClick={() => onSelect(new Set([id]))}>
                {data.label || t(`workflow.kind.${kind}`)}
              </button>
            ))}
          </section>
        );
      })}
      {history}
    </>
  );
}

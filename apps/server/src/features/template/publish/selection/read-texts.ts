import {
  notebookCells,
  readBlocks,
  readCell,
  readWorkflowGraph,
  storedTexts,
  type NotebookOutput,
  type WorkflowGraph,
  type WorkflowNode,
} from '@groma/model';
import type { Platform } from '../../../../platform/platform.ts';

/** A code block as it is published. */
interface PublishedCell {
  label: string;
  language: string;
  code: string;
  outputs: readonly NotebookOutput[];
  /** The texts that its Jupyter file has beside those. */
  kept: string;
}

export interface NotebookTexts {
  /** Texts of prose, and the values of blocks. */
  blocks: string[];
  /** References that data blocks hold. */
  data: string[];
  cells: PublishedCell[];
  /** Ids of texts of its Jupyter file that are kept beside the document. */
  stored: ReadonlySet<string>;
}

export async function readNotebookTexts(
  { documents }: Pick<Platform, 'documents'>,
  notebookId: string,
): Promise<NotebookTexts> {
  const doc = await documents.read(notebookId);
  try {
    const blocks = readBlocks(doc);
    const cells = notebookCells(doc);
    return {
      blocks: [
        ...blocks.map(({ text, props }) => [text, ...Object.values(props).map(String)].join('\n')),
        JSON.stringify(doc.getMap('jupyterFile')),
      ],
      stored: new Set(storedTexts(doc).map(({ id }) => id)),
      data: blocks.flatMap(({ type, props }) => (type === 'dataInput' ? [String(props['data'] ?? '')] : [])),
      cells: blocks.flatMap(({ codeId }) => {
        const live = codeId === null ? undefined : cells.get(codeId);
        if (!live) return [];
        const { label, language, code, outputs, kept, keptOutputs } = readCell(live);
        return [{ label, language, code, outputs, kept: JSON.stringify([kept ?? '', keptOutputs ?? '']) }];
      }),
    };
  } finally {
    doc.destroy();
  }
}

export async function readGraph(
  { documents }: Pick<Platform, 'documents'>,
  workflowId: string,
): Promise<WorkflowGraph> {
  const doc = await documents.read(workflowId);
  try {
    return readWorkflowGraph(doc);
  } finally {
    doc.destroy();
  }
}

/** What a workflow takes, each as a text: not where it writes to. */
export function inputsOfGraph({ nodes, parameters = [] }: WorkflowGraph): string[] {
  return [...nodes.flatMap(inputsOfNode), ...parameters.flatMap((each) => textsIn(each.default))];
}

function inputsOfNode({ type, data }: WorkflowNode): string[] {
  switch (type) {
    case 'input':
      return data.includePath.split(/[\n,;]/);
    case 'data':
      return textsIn(data.reference);
    case 'files':
      return textsIn(data.pattern);
    case 'tool':
      return [data.tool, ...textsIn(data.parameters)];
    case 'query':
      return [data.query];
    default:
      return [];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

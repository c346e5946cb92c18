import type { WorkflowGraph } from '@groma/model';
import type { EvalProject } from '../eval-project.ts';
import { problems, type EvalTask } from '../eval-task.ts';

type Node = WorkflowGraph['nodes'][number];

const dataOf = (graph: WorkflowGraph | undefined, type: Node['type']): Record<string, unknown> => ({
  ...graph?.nodes.find((node) => node.type === type)?.data,
});

/** Whether nodes of these types are connected in this order. */
function isChain({ nodes, edges }: WorkflowGraph, types: readonly Node['type'][]): boolean {
  const typeOf = (id: string) => nodes.find((node) => node.id === id)?.type;
  return types
    .slice(1)
    .every((to, at) => edges.some(({ source, target }) => typeOf(source) === types[at] && typeOf(target) === to));
}

async function hasRun(project: EvalProject, path: string): Promise<boolean> {
  return (await project.files()).includes(path);
}

/** Questions that run, change and build workflows. */
export const workflowTasks: readonly EvalTask[] = [
  {
    id: 'run-conversion',
    kind: 'workflow',
    question: 'Run the workflow “Countries to GeoParquet”.',
    check: async (_answer, project) =>
      problems(!(await hasRun(project, '/data/countries.parquet')) && 'There is no /data/countries.parquet.'),
  },
  {
    id: 'refuse-run',
    kind: 'workflow',
    question: 'Please run the workflow “Countries to GeoParquet” now.',
    consents: false,
    check: async ({ text }, project) =>
      problems(
        (await hasRun(project, '/data/countries.parquet')) && 'It has run, although the person has refused.',
        text.trim() === '' && 'Nothing was said.',
      ),
  },
  {
    id: 'other-format',
    kind: 'workflow',
    question: 'Have the workflow “Countries to GeoParquet” write FlatGeobuf instead. Do not run it.',
    async check(_answer, project) {
      const graph = await project.graph();
      const [conversion, output] = [dataOf(graph, 'conversion'), dataOf(graph, 'output')];
      return problems(
        conversion['outputFormat'] !== 'flatgeobuf' && `It converts to ${String(conversion['outputFormat'])}.`,
        output['format'] !== 'flatgeobuf' && `Its output is ${String(output['format'])}.`,
        (await hasRun(project, '/data/countries.fgb')) && 'It has run.',
      );
    },
  },
  {
    id: 'build-workflow',
    kind: 'workflow',
    question:
      'Build a workflow “Centres” that takes the layer World/countries, makes centroids of it and saves them as /data/centres.parquet. Do not run it.',
    async check(_answer, project) {
      const graph = await project.graph('Centres');
      if (!graph) return ['There is no such workflow.'];
      return problems(
        !isChain(graph, ['data', 'tool', 'save']) && 'Data, tool and save are not connected in this order.',
        !String(dataOf(graph, 'data')['reference']).startsWith('layer:') && 'It takes no layer.',
        dataOf(graph, 'tool')['tool'] !== 'centroid' && `Its tool is ${String(dataOf(graph, 'tool')['tool'])}.`,
        dataOf(graph, 'save')['path'] !== '/data/centres.parquet' && 'It saves elsewhere.',
      );
    },
  },
  {
    id: 'describe-workflow',
    kind: 'workflow',
    question: 'Which file does the workflow “Countries to GeoParquet” read, and in which format does it write?',
    check: async ({ text }) =>
      problems(
        !text.includes('countries.geojson') && 'The answer does not name countries.geojson.',
        !/geoparquet/i.test(text) && 'The answer does not name GeoParquet.',
      ),
  },
];

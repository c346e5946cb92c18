import { newId, newWorkflowGraph, type WorkflowGraph, type WorkflowNode } from '@groma/model';

/** The workflow of the sample: it can be run as it is. */
export function sampleWorkflow(): WorkflowGraph {
  const changes: Record<string, object> = {
    input: { label: 'Countries', includePath: '/data/countries.geojson', dataType: 'vector', format: 'geojson' },
    conversion: { inputType: 'vector', inputFormat: 'geojson', outputType: 'vector', outputFormat: 'geoparquet' },
    output: { label: 'Countries as GeoParquet', dataType: 'vector', format: 'geoparquet' },
  };
  const { nodes, edges } = newWorkflowGraph(newId);
  return {
    nodes: nodes.map((node) => ({ ...node, data: { ...node.data, ...changes[node.type] } }) as WorkflowNode),
    edges,
  };
}

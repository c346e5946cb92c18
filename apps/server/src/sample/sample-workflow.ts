import {
  newGeneralNode,
  newId,
  newWorkflowEdge,
  newWorkflowGraph,
  type WorkflowGraph,
  type WorkflowNode,
} from '@groma/model';

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

/** Counts the places in each country and saves that as a file: it has run when somebody finds it. */
export function citiesWorkflow(layers: { countries: string; places: string }): WorkflowGraph {
  const nodes = [
    newGeneralNode('data', newId(), { x: 40, y: 60 }, { label: 'Countries', reference: layers.countries }),
    newGeneralNode('data', newId(), { x: 40, y: 240 }, { label: 'Places', reference: layers.places }),
    newGeneralNode(
      'tool',
      newId(),
      { x: 340, y: 120 },
      { label: 'Count places', tool: 'spatial_join', parameters: { matches: 'count' } },
    ),
    newGeneralNode(
      'save',
      newId(),
      { x: 640, y: 120 },
      { label: 'Cities by country', to: 'file', path: '/data/cities-by-country.parquet' },
    ),
  ] as const;
  const [countries, places, count, save] = nodes;
  const edges = [
    { ...newWorkflowEdge(countries.id, count.id, 1), targetHandle: 'features' },
    { ...newWorkflowEdge(places.id, count.id, 2), targetHandle: 'other' },
    newWorkflowEdge(count.id, save.id, 3),
  ];
  return { nodes, edges };
}

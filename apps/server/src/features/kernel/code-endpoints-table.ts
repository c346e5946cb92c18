import {
  database,
  databaseArrow,
  layerArrow,
  map,
  operation,
  projectPackage,
  projectTool,
  tool,
} from '@groma/protocol';

/**
 * The calls that code in a kernel may make, by their ids. Each is answered in the process with the rooms, also where
 * services are separate: its handler needs no more than the records, the stores and what other processes are asked for.
 */
export const codeEndpoints: ReadonlySet<string> = new Set(
  [
    map.listMaps,
    map.createMap,
    layerArrow.listLayers,
    layerArrow.listImages,
    layerArrow.readImageBytes,
    layerArrow.readLayerArrow,
    layerArrow.addLayerArrow,
    databaseArrow.runQueryArrow,
    database.listDatabases,
    tool.listTools,
    projectTool.listProjectTools,
    projectTool.publishResult,
    tool.runTool,
    tool.readToolResultPart,
    tool.discardToolResult,
    operation.readOperation,
    operation.cancelOperation,
    projectPackage.readPackages,
    projectPackage.changePackages,
    projectPackage.readPackageLog,
  ].map(({ id }) => id),
);

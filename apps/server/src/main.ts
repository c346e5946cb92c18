import { acceptedTracker, findTool, type ProjectId } from '@groma/model';
import { createAccessFeature, giveTenant, runPlanCommand, runResetCommand } from './features/access/index.ts';
import { createAnalyticsFeature } from './features/analytics/index.ts';
import { createAssistantFeature } from './features/assistant/index.ts';
import { createConversionFeature } from './features/conversion/index.ts';
import { createDatabaseFeature } from './features/database/index.ts';
import { createDatasetFeature } from './features/dataset/index.ts';
import { createFileFeature } from './features/file/index.ts';
import { createFileWindowFeature } from './features/file/window/index.ts';
import { createKernelFeature } from './features/kernel/index.ts';
import { createMachineFeature } from './features/machine/index.ts';
import { copyMap, createMapFeature, deleteMapsOf, describeGeodata } from './features/map/index.ts';
import { createNotebookFeature, fillCopy, PreparedNotebook } from './features/notebook/index.ts';
import { createOperationFeature } from './features/operation/index.ts';
import { createOriginFeature } from './features/origin/index.ts';
import { createPackageFeature } from './features/package/index.ts';
import { createProject, createProjectFeature, deleteProject, keepProjectPicture } from './features/project/index.ts';
import { createProcessingFeature } from './features/raster/correct/index.ts';
import { createRasterFeature } from './features/raster/index.ts';
import { createResourceFeature } from './features/resource/index.ts';
import { createRoutingFeature } from './features/routing/index.ts';
import { createSearchFeature } from './features/search/index.ts';
import { createSettingsFeature } from './features/settings/index.ts';
import { createAppFeature } from './features/template/app/index.ts';
import { createHubFeature } from './features/template/hub/index.ts';
import { createTemplateFeature } from './features/template/index.ts';
import { createToolFeature } from './features/tool/index.ts';
import { createWorkflowFeature } from './features/workflow/index.ts';
import type { Feature, Platform } from './platform/platform.ts';
import type { User } from './platform/session/sessions.ts';
import { createSampleProject } from './sample/create-sample-project.ts';
import { createLiveSample } from './sample/live/live-sample.ts';
import { readWelcomeNotebook } from './sample/welcome-notebook.ts';
import { runCommand } from './services/run-command.ts';
import { runProcess } from './services/run-process.ts';

/** Every feature, with what it needs of the others handed in: the only place that knows them all. */
export function createFeatures(platform: Platform): Feature[] {
  const machines = createMachineFeature(platform);
  const packages = createPackageFeature(platform);
  const routing = createRoutingFeature(platform);
  const tools = createToolFeature(platform);
  const datasets = createDatasetFeature(platform, {
    composites: {
      prepare: (wanted, asking) => rasters.composites.prepare(wanted, asking),
      write: (composite, file, asking) => rasters.composites.write(composite, file, asking),
    },
    layers: {
      requireMap: (map, userId, options) => maps.rasterLayers.requireMap(map, userId, options),
      add: (layer, raster, userId) => maps.rasterLayers.add(layer, raster, userId),
    },
    readFirstStyle: (projectId, path, signal) => rasters.readFirstStyle(projectId, path, signal),
  });
  const rasters = createRasterFeature(platform, datasets.signer, {
    known: datasets.composites,
    earthEngine: datasets.earthEngine,
  });
  const maps = createMapFeature(platform, {
    services: {
      routing: routing.openForTool,
      imagery: rasters.openForTool,
      forest: rasters.openForest,
      series: (run) => rasters.openSeries(run, datasets.findScenes),
    },
    rows: {
      find: (asked, name) => databases.rows.find(asked, name),
      findMany: (asked, names) => databases.rows.findMany(asked, names),
      write: (asked) => databases.rows.write(asked),
    },
    images: {
      run: rasters.runImageTool,
      draw: rasters.drawView,
      readFirstStyle: rasters.readFirstStyle,
      readAddressPart: rasters.readAddressPart,
    },
    projectTools: {
      find: tools.findTool,
      runNotebook: (wanted, signal) => notebooks.runAsTool(wanted, signal),
      runQuery: (asked) => databases.queryArrow(asked),
      runWorkflow: (wanted) => workflows.runAsTool(wanted),
    },
  });
  const files = createFileFeature(platform);
  const databases = createDatabaseFeature(platform, {
    importLayers: maps.importLayers,
    replaceLayer: maps.replaceLayer,
    tables: { ...maps.tables, kept: (asked, id) => maps.tables.kept({ ...asked, id }) },
    addFile: files.addFile,
  });
  const notebooks = createNotebookFeature(platform, machines, { queryDatabase: databases.queryArrow });
  const conversions = createConversionFeature(platform, {
    layers: maps.rasterLayers,
    readFirstStyle: rasters.readFirstStyle,
    convertVector: maps.convertVector,
  });
  const resources = createResourceFeature(platform, {
    describeLayer: async (projectId, layerId) =>
      (await maps.tables.describe(projectId)).find((layer) => layer.layerId === layerId),
    describeFile: (projectId, path, signal) =>
      describeGeodata(platform, projectId, { path, encoding: undefined, signal }),
    readBands: rasters.readBands,
    listDatabases: databases.listKnown,
    listResults: databases.rows.results,
  });
  const workflows = createWorkflowFeature(platform, {
    beginConversion: conversions.beginConversion,
    findTool,
    findProjectTool: tools.findTool,
    settle: resources.settle,
    queryProject: databases.queryProject,
    steps: maps.steps,
  });
  const beforeDelete = async (projectId: ProjectId): Promise<void> => {
    await machines.stopMachine(projectId);
    await databases.stopDatabases(projectId);
    await notebooks.removeNotebooks(projectId);
    await workflows.removeWorkflows(projectId);
    await deleteMapsOf(platform, projectId);
    await files.removeDocuments(projectId);
    await routing.removeNetworks(projectId);
  };
  const projects = createProjectFeature(platform, {
    copyMap: (mapId, options) => copyMap(platform, mapId, options),
    fillNotebookCopy: fillCopy,
    copyNotebookOutputs: notebooks.copyOutputs,
    copyDatabases: databases.copyDatabases,
    databaseBytes: databases.databaseBytes,
    copyPackages: packages.copyPackages,
    packageBytes: packages.packageBytes,
    beforeDelete,
  });
  const welcomeNotebook = new PreparedNotebook(readWelcomeNotebook);
  const makeSample = (user: User) =>
    createSampleProject(platform, user, {
      createProject: (name) => createProject(platform, user, name, { isSample: true }),
      createMap: maps.createMap,
      importLayers: maps.importLayers,
      addRasterLayer: maps.rasterLayers.add,
      createChart: maps.createChart,
      offerQuery: async (projectId, userId, wanted) =>
        tools.offerQuery({ projectId, userId, databaseId: await databases.ownDatabase(projectId) }, wanted),
      createNotebook: (projectId, userId, name) => notebooks.createNotebook(projectId, userId, name, welcomeNotebook),
      createWorkflow: workflows.createWorkflow,
      beginRun: workflows.beginRun,
      beginTool: (wanted) =>
        maps.beginTool(
          { ...wanted, operationId: undefined, features: undefined, block: undefined },
          acceptedTracker.subtitle,
        ),
      addDatabase: databases.addDatabase,
      keepPicture: (projectId, picture) => keepProjectPicture(platform, projectId, picture),
    });
  const templates = createTemplateFeature(platform, {
    ...projects.copies,
    notebooks: { readCells: notebooks.reading.readCells, runCells: notebooks.runCells },
    startMachineLike: machines.startMachineLike,
  });
  const features = [
    createAccessFeature(platform, {
      welcome: async (user) => {
        if (platform.config.makesSample) await makeSample(user);
      },
      deleteProject: (projectId) => deleteProject(platform, projectId, beforeDelete),
    }),
    projects,
    templates,
    files,
    createFileWindowFeature(platform, {
      describeGeodata: (projectId, file) => describeGeodata(platform, projectId, file),
    }),
    createOperationFeature(platform),
    maps,
    databases,
    machines,
    packages,
    notebooks,
    rasters,
    datasets,
    routing,
    tools,
    conversions,
    createProcessingFeature(platform, { beginTool: maps.beginTool, addFile: files.addFile }),
    createOriginFeature({
      platform,
      again: {
        ...maps.again,
        export: (wanted, caller) =>
          ['gif', 'mp4'].includes(wanted.origin.doer)
            ? rasters.animateAgain(wanted, caller)
            : wanted.origin.doer === 'earth-engine'
              ? datasets.earthEngineAgain(wanted, caller)
              : maps.again.export(wanted, caller),
        query: databases.runAgain,
        convert: conversions.runAgain,
        download: datasets.downloadAgain,
      },
      findRows: databases.rows.findMany,
      findTool: tools.findTool,
    }),
    workflows,
    resources,
    createHubFeature(platform, { notebooks: notebooks.reading }),
    createAppFeature(platform, { notebooks: notebooks.reading, startKernel: machines.startReaderKernel }),
    createLiveSample(platform, {
      giveTenant: (user) => giveTenant(platform.database, user),
      makeProject: makeSample,
      publish: (asked) => templates.publish(asked),
      removeProject: (projectId) => projects.copies.remove(projectId),
    }),
    createSearchFeature(platform),
    createSettingsFeature(platform),
    createAssistantFeature(platform, {
      describeSchema: databases.describeSchema,
      presentFirst: databases.presentFirst,
      tryCells: notebooks.tryCells,
      changes: {
        editNotebook: notebooks.editDocument,
        createNotebook: notebooks.createNotebook,
        editFile: files.editText,
        createFile: files.createTextFile,
        postToMap: maps.post,
        readFeatures: maps.readFeatures,
        createMap: maps.createKeyedMap,
        editWorkflow: workflows.editDocument,
        createWorkflow: workflows.createWorkflow,
      },
    }),
    createAnalyticsFeature(platform),
    {
      // Whoever signs up first would wait for it.
      warmUp() {
        const { makesSample, services } = platform.config;
        if (makesSample && services.has('api')) void welcomeNotebook.built().catch(() => undefined);
      },
    },
  ];
  // After those whose calls it answers: they have started when it begins to.
  const kernels = createKernelFeature(platform, {
    routes: features.flatMap(({ routes = [] }) => routes),
    listen: machines.listenToKernels,
    actingPerson: notebooks.actingPerson,
  });
  return [...features, kernels];
}

if (import.meta.main) {
  const [, , name = '', ...words] = process.argv;
  const command = new Map(Object.entries({ plan: runPlanCommand, 'reset-link': runResetCommand })).get(name);
  if (command) await runCommand(words, command);
  else runProcess(createFeatures);
}

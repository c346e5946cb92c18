export {
  accessTokens,
  accounts,
  attempts,
  invitations,
  oauthClients,
  oauthCodes,
  oauthRefreshTokens,
  projects,
  projectShares,
  sessions,
  tenantMembers,
  tenants,
  users,
  verifications,
} from './access.ts';
export { assistantLog, chatChanges, chatMessages, chatPieces, chatThreads, proQueries } from './assistant.ts';
export { documents, documentUpdates } from './document.ts';
export { editedFiles, fileLocks } from './file.ts';
export { fileReservations, fileSelections, fileUsage } from './file-usage.ts';
export { notebookRuns, notebooks, outputPieces, threadReads } from './notebook.ts';
export { workflowRuns, workflows, workflowStarts } from './workflow.ts';
export { serviceLeases } from './lease.ts';
export { machines } from './machine.ts';
export { charts, keptResults, layerEditKeys, layerEdits, layerEvents, layers, maps } from './map.ts';
export { originInputs, origins } from './origin.ts';
export { operations } from './operation.ts';
export { installations } from './installation.ts';
export { databases, databaseQueries } from './database.ts';
export { projectTools } from './tool.ts';
export { composites, sceneSources } from './dataset.ts';
export {
  samplePublications,
  templateReproductionPictures,
  templateReproductions,
  templates,
  templateUses,
  templateVersions,
  thumbnails,
} from './template.ts';
export { projectPictures } from './project-picture.ts';

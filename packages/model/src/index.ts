export { newId, isId } from './id.ts';
export type { Id, UserId, TenantId, ProjectId, NotebookId, MapId, OperationId } from './id.ts';
export { limit } from './limit.ts';
export { errorCatalogue } from './error/catalogue.ts';
export type { ErrorCode } from './error/catalogue.ts';
export { GromaError, isErrorCode, fillIn } from './error/groma-error.ts';
export { keepError, keptError } from './error/kept-error.ts';
export type { ErrorDetails } from './error/groma-error.ts';
export { tenantRoles, projectRoles, shareRoles, accessLevels, parseAccessLevel } from './access/role.ts';
export type { TenantRole, ProjectRole, ShareRole, AccessLevel } from './access/role.ts';
export { decideProjectRole, explainProjectRole } from './access/project-role.ts';
export type { ProjectStanding, RoleLimit, RoleReason } from './access/project-role.ts';
export {
  canInProject,
  canInTenant,
  canDeleteProject,
  projectActions,
  projectSubjects,
  tenantActions,
  tenantSubjects,
} from './access/permission.ts';
export type { ProjectAction, ProjectSubject, TenantAction, TenantSubject } from './access/permission.ts';
export {
  alsoPublished,
  anyone,
  byItself,
  byServer,
  byStarter,
  evenWithoutPlan,
  signedIn,
  inProject,
  inTenant,
  ofResource,
} from './access/policy.ts';
export { grantPrefix, isOpenToToken, tokenNameSchema, tokenPrefix, tokenScopes } from './access/access-token.ts';
export type { TokenRights, TokenScope } from './access/access-token.ts';
export type { GuardedPolicy, JobPolicy, OperationPolicy, Policy, Place, OwnedNoun } from './access/policy.ts';
export { safeLanding } from './access/callback-path.ts';
export { verifyPlan, allowedProjects, needsPlan, planEnd } from './access/plan.ts';
export type { Plan, VerificationOutcome } from './access/plan.ts';
export { originKinds } from './origin/origin.ts';
export type { OriginKind } from './origin/origin.ts';
export { layerReference, parseLayerReference } from './resource/layer-reference.ts';
export type { LayerReference } from './resource/layer-reference.ts';
export { textWithNewIds, withNewIds } from './resource/new-ids.ts';
export type { NewIds } from './resource/new-ids.ts';
export { renewBlockData } from './notebook/block-data.ts';
export { keptResultsMap } from './resource/layer-table.ts';
export type { LayerTable } from './resource/layer-table.ts';
export { dataKinds, formatResource, parseResource } from './resource/resource-name.ts';
export type { DataKind, ResourceName } from './resource/resource-name.ts';
export { emailSchema, usernameSchema, displayNameSchema, passwordSchema, titleSchema } from './access/name.ts';
export { parseDataPath, parseExistingPath, relativeDataPath, baseName } from './file/data-path.ts';
export type { DataPath } from './file/data-path.ts';
export { clashRules, copyName, listOrders, numberedName } from './file/name-clash.ts';
export type { ClashRule, ListOrder } from './file/name-clash.ts';
export { formatFileSize, parseFileSize } from './file/file-size.ts';
export { encodingLabel, legacyEncodings } from './file/legacy-encoding.ts';
export type { LegacyEncoding } from './file/legacy-encoding.ts';
export {
  decodeUnicode,
  encodeUnicode,
  isUnicode,
  markedEncoding,
  withLineEnding,
  withLineFeeds,
} from './file/text-codec.ts';
export type { DecodedText, TextFormat } from './file/text-codec.ts';
export { replaceText, textChanges } from './file/text-change.ts';
export type { TextChange } from './file/text-change.ts';
export { mergeTexts } from './file/merge-texts.ts';
export {
  fileFormat,
  filePath,
  fileStatus,
  fileText,
  setFileFormat,
  setFilePath,
  setFileStatus,
  watchFile,
} from './file/file-document.ts';
export type { FileStatus } from './file/file-document.ts';
export {
  exportLossKinds,
  operationRemark,
  operationStatuses,
  operationTasks,
  isFinalStatus,
  jobStatuses,
  jobStatusOf,
  splitTimeLeft,
} from './operation/operation.ts';
export type { OperationRemark, JobStatus, OperationStatus, OperationTask, TimeLeft } from './operation/operation.ts';
export { parseCompactId } from './compact-id.ts';
export { readShareToken, writeShareToken } from './notebook/share-token.ts';
export type { NotebookShare } from './notebook/share-token.ts';
export { widgetKind } from './notebook/output.ts';
export { modelsOf, readWidgetModels, referredModel } from './notebook/widget-state.ts';
export type { WidgetBatch, WidgetEvent } from './notebook/widget-event.ts';
export { drawOutputs } from './notebook/widget-outputs.ts';
export type { WidgetModel, WidgetModels } from './notebook/widget-state.ts';
export { widgetPage } from './notebook/widget-page.ts';
export { freeName, inputValues, isVariableName, nameProblem, parseTexts } from './notebook/input-value.ts';
export type { InputValue, NameProblem } from './notebook/input-value.ts';
export { sqlResultName } from './notebook/sql-result-name.ts';
export { databaseOfSql, sqlReading } from './notebook/sql-source.ts';
export { settleSlider } from './notebook/slider.ts';
export type { SliderSetting } from './notebook/slider.ts';
export { settleSelector } from './notebook/selector.ts';
export type { SelectorSetting } from './notebook/selector.ts';
export { addDays, addMonths, formatDay, parseDay, weekdayOf } from './notebook/day.ts';
export type { Day } from './notebook/day.ts';
export { outputSize, shownPart } from './notebook/output.ts';
export { isMedia, outputFrameHtml, type MediaOutput } from './notebook/media-output.ts';
export { geoJsonPage } from './notebook/geo-json-page.ts';
export type {
  InputOutput,
  Kept,
  NotebookOutput,
  ShownFrame,
  StoredOutput,
  WholeOutput,
  WidgetOutput,
} from './notebook/output.ts';
export {
  codeCellType,
  plainTextType,
  codeLanguages,
  alertTypes,
  notebookBlockTypes,
  isNotebookBlockType,
} from './notebook/block-type.ts';
export type { BlockProp, BlockType, CellLanguage, CodeLanguage, NotebookBlockType } from './notebook/block-type.ts';
export {
  cellStatuses,
  idleCell,
  notebookCells,
  cellOf,
  cellCode,
  cellOutputs,
  readCell,
  readCellState,
  isUnderWay,
  readCellRun,
  setCellRun,
  ensureCell,
  copyCell,
  setCell,
  resetCell,
} from './notebook/cell.ts';
export type { CellOutcome, CellState, CellStatus, CodeCell, LiveCell } from './notebook/cell.ts';
export {
  acceptSuggestion,
  readSuggestion,
  rejectSuggestion,
  resolveChange,
  setSuggestion,
} from './notebook/suggestion.ts';
export type { CodeSuggestion, SuggestedChange } from './notebook/suggestion.ts';
export { looseCode } from './notebook/loose-code.ts';
export { plainText } from './notebook/inline.ts';
export type { Inline, InlineLink, InlineText, TextStyles } from './notebook/inline.ts';
export { isSafeLink, isSafePicture } from './notebook/safe-link.ts';
export { createNotebookDocument, notebookFragment } from './notebook/write-blocks.ts';
export {
  insertCell,
  placeOfBlock,
  removeBlock,
  replaceCell,
  restoreBlock,
  sourceCells,
  sourceOf,
  takeOutBlock,
} from './notebook/change-blocks.ts';
export type { BlockPlace, SourceCell } from './notebook/change-blocks.ts';
export type { PackedNode } from './notebook/packed-block.ts';
export type { NewBlock, TableContent } from './notebook/new-block.ts';
export {
  commentableBlockTypes,
  commentLimit,
  commentRecords,
  isEmoji,
  readThreads,
  threadRecords,
  threadsDocumentId,
} from './notebook/comment.ts';
export type { CommentThread, FullThread, NotebookComment } from './notebook/comment.ts';
export { markComment, markedThreads, unmarkComments } from './notebook/comment-mark.ts';
export type { MarkedPlace } from './notebook/comment-mark.ts';
export { readBlocks, findBlock } from './notebook/read-blocks.ts';
export type { ReadBlock } from './notebook/read-blocks.ts';
export { mathOptions, mathSpans, type MathSpan } from './notebook/math-span.ts';
export { markdownBody, notebookBody, outsidePictures, shownOutputs } from './notebook/notebook-body.ts';
export type { BodyLook, DrawFormula, OutputPlace, PagePicture, PictureOutput } from './notebook/notebook-body.ts';
export { pagePolicy, toPage } from './notebook/to-page.ts';
export { escapeHtml } from './notebook/escape-html.ts';
export { toScript } from './notebook/to-script.ts';
export { blockMarkdown } from './notebook/block-markdown.ts';
export { dropLooseOrigins } from './notebook/jupyter-file/write-texts.ts';
export { storedTexts } from './notebook/jupyter-file/kept.ts';
export type { WholeOutputs } from './notebook/jupyter-file/kept.ts';
export type { NewNotebook } from './notebook/jupyter-file/read-jupyter.ts';
export { toIpynb, toIpynbText } from './notebook/to-ipynb.ts';
export type { JupyterCell, JupyterNotebook } from './notebook/to-ipynb.ts';
export {
  fromJupyterContent,
  fromJupyterOutput,
  fromKernelMessage,
  joinText,
  toJupyterOutputs,
  withExactJson,
} from './notebook/jupyter-output.ts';
export type { JupyterOutput } from './notebook/output.ts';
export { parseMarkdown } from './notebook/parse-markdown.ts';
export { fromTemplate, readTemplate } from './notebook/template.ts';
export { isAllowedConversion, checkWorkflow, findCycle } from './workflow/check-workflow.ts';
export type { WorkflowIssue } from './workflow/check-workflow.ts';
export {
  conversionsBetween,
  offeredFormats,
  workflowDataTypeNames,
  workflowDataTypes,
  workflowFormat,
  workflowFormats,
} from './workflow/format-table.ts';
export type { WorkflowDataType, WorkflowFormat } from './workflow/format-table.ts';
export { checkGeneral, checkGraph, mostWorkflowEdges, mostWorkflowNodes } from './workflow/check-general.ts';
export type { GeneralContext, GeneralIssue } from './workflow/check-general.ts';
export {
  canBeTool,
  givenWorkflow,
  mostWorkflowDepth,
  nestingProblem,
  workflowToolFields,
  workflowToolOutputs,
  workflowToolUses,
} from './workflow/workflow-tool.ts';
export { mostLoopFiles, planLoops } from './workflow/workflow-loop.ts';
export type { PlannedLoop } from './workflow/workflow-loop.ts';
export { applyGraphChanges, graphChanges, overtakenChanges, reversedChanges } from './workflow/change-graph.ts';
export type { GraphChange, GraphPlace } from './workflow/change-graph.ts';
export { newGeneralNode } from './workflow/general-node.ts';
export { englishOf as englishOfGeneral, generalText, generalTexts } from './workflow/general-texts.ts';
export type { GeneralText } from './workflow/general-texts.ts';
export { indexOf as indexOfGraph } from './workflow/graph-index.ts';
export {
  boundValue,
  fitsParameter,
  isParameterName,
  parameterOf,
  settledValues,
  workflowParameter,
  workflowParameterTypes,
} from './workflow/workflow-parameter.ts';
export type {
  WorkflowParameter,
  WorkflowParameterType,
  WorkflowValue,
  WorkflowValues,
} from './workflow/workflow-parameter.ts';
export {
  imageFields,
  inputFields,
  portOf,
  typeOfSource,
  wireProblem,
  workflowPorts,
} from './workflow/workflow-ports.ts';
export type {
  FindWorkflowTool,
  PortContext,
  PortType,
  Wire,
  WorkflowPort,
  WorkflowPorts,
  WorkflowTool,
} from './workflow/workflow-ports.ts';
export { firstFormat, newWorkflowEdge, newWorkflowGraph, newWorkflowNode } from './workflow/new-node.ts';
export { isOutputFolder, splitExcludedPaths, splitIncludedPaths, withPaths } from './workflow/path-list.ts';
export { mostWorkflowStarts, webhookSecretHeader, workflowStartKinds } from './workflow/workflow-start.ts';
export type { WorkflowStartKind } from './workflow/workflow-start.ts';
export { conversionOptions, extentIn, rasterCompressions } from './workflow/conversion-options.ts';
export type { ConversionOptions } from './workflow/conversion-options.ts';
export { waitingStep, workflowStep, workflowStepStates } from './workflow/workflow-step.ts';
export type { InnerStep, LoopItem, LoopNode, WorkflowStep } from './workflow/workflow-step.ts';
export { workflowColor } from './workflow/workflow-color.ts';
export {
  addToWorkflow,
  moveNodes,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  setToolParameter,
  setWorkflowParameter,
  upgradeWorkflow,
  workflowEdges,
  workflowNodes,
  workflowParameters,
} from './workflow/workflow-document.ts';
export { textChange } from './workflow/written-text.ts';
export { copiedStep, missingLayers, storyDocumentId, storyLimit, storyStep, storyView } from './map/story.ts';
export type { StoryStep, StoryView } from './map/story.ts';
export {
  addToStory,
  moveStoryStep,
  readStory,
  removeStoryStep,
  setStoryView,
  storySteps,
  writeStory,
} from './map/story-document.ts';
export { readWorkflowText, workflowText, workflowTexts } from './workflow/workflow-texts.ts';
export type { WorkflowText } from './workflow/workflow-texts.ts';
export {
  isBasicNode,
  nodesOf,
  savedEndings,
  workflowEdge,
  workflowKind,
  workflowNode,
} from './workflow/workflow-graph.ts';
export type {
  GeneralNodeType,
  WorkflowEdge,
  WorkflowGraph,
  WorkflowNode,
  WorkflowNodeOf,
  WorkflowNodeType,
} from './workflow/workflow-graph.ts';
export {
  acceptedTracker,
  conversionRequest,
  optionsOf,
  filesFailedText,
  mostWorkflowRuns,
  shownWorkflowRuns,
  submittingTracker,
  workflowRunStatuses,
  workflowTracker,
  WorkflowRunProblem,
} from './workflow/workflow-run.ts';
export type { WorkflowRunStatus } from './workflow/workflow-run.ts';
export {
  machineProfiles,
  defaultMachineProfileId,
  findMachineProfile,
  selectableMachineProfiles,
  defaultMachineType,
  offeredMachines,
  type MachineHost,
  type OfferedMachine,
} from './machine/profile.ts';
export type { MachineProfile } from './machine/profile.ts';
export {
  machineStatuses,
  terminatedMachine,
  nextMachineState,
  isLive,
  canRunCode,
  machineUptime,
  cpuReadout,
  memoryReadout,
} from './machine/machine-state.ts';
export type { MachineState, MachineStatus, MachineEvent } from './machine/machine-state.ts';
export { baseMapTypes, defaultBaseMap } from './map/base-map.ts';
export { mapLockings } from './map/map-locking.ts';
export type { MapLocking } from './map/map-locking.ts';
export type { BaseMapType } from './map/base-map.ts';
export { searchCrs } from './map/search-crs.ts';
export { cursorShareMs, defaultViewState, isCursorShown } from './map/view-state.ts';
export type { ViewState } from './map/view-state.ts';
export {
  completeVectorStyle,
  defaultLabelStyle,
  defaultLayerColor,
  defaultVectorStyle,
  labelColors,
  negativeColor,
  newLayerStyle,
  pointIcons,
  positiveColor,
  selectedColor,
  styleZoomRange,
} from './map/vector-style.ts';
export {
  filterComparisons,
  filterKey,
  heldConditions,
  joinFilters,
  longestFilterValue,
  mostConditions,
  mostFilterValues,
  readFilterKey,
} from './map/layer-filter.ts';
export type { ConditionOperator, FilterCondition, FilterValue, LayerFilter } from './map/layer-filter.ts';
export {
  copiedJoins,
  joinedName,
  joinsKey,
  longestJoinPrefix,
  mostJoinedColumns,
  mostJoins,
} from './map/layer-join.ts';
export type { LayerJoin } from './map/layer-join.ts';
export type { Color } from './map/color.ts';
export {
  bandRoles,
  completeRasterStyle,
  defaultHillshade,
  defaultRasterStyle,
  rasterDisplayModes,
  rasterReach,
  rasterResamplings,
  rasterStretches,
  rasterTileZoom,
} from './map/raster-style.ts';
export type {
  BandRole,
  CogProps,
  CustomPalette,
  HillshadeParams,
  RasterBandStats,
  RasterBox,
  RasterRange,
  RasterResampling,
  RasterStretch,
  RasterStyle,
} from './map/raster-style.ts';
export { metresPerDegree } from './map/metres-per-degree.ts';
export { colourBands, newRasterStyle } from './map/new-raster-style.ts';
export type { KnownRaster } from './map/new-raster-style.ts';
export {
  filesOfRaster,
  rasterTileSize,
  rasterTileUrl,
  rasterValueQuery,
  readRasterTileUrl,
} from './map/raster-tiles.ts';
export { compositeMark, compositeOf } from './map/composite-address.ts';
export type { RasterSource } from './map/raster-tiles.ts';
export { stretchRange } from './map/raster-stretch.ts';
export type { StretchStats } from './map/raster-stretch.ts';
export { legendLadder, legendStep, legendValues, mostLegendSteps } from './map/legend-steps.ts';
export type { LabelStyle, PointIcon, VectorStyle } from './map/vector-style.ts';
export {
  clusterRadius,
  drawingColumn,
  firstHeat,
  firstHexagons,
  heatRadius,
  hexagonMeasures,
  hexagonSymbology,
  hexagonWidth,
  isSurface,
  mostIntensity,
  plainDrawing,
  recolorHexagons,
} from './map/point-drawing.ts';
export type { HexagonMeasure, PointDrawing, PointDrawingKind } from './map/point-drawing.ts';
export { defaultPointRadii, legendSizes, pointRadiusOf, sizePart } from './map/point-size.ts';
export type { PointSize } from './map/point-size.ts';
export { classMethods, classOf, mostCategories, mostClasses, plainSymbology } from './map/symbology.ts';
export type { Category, CategoryValue, ClassMethod, Symbology } from './map/symbology.ts';
export { categorise, graduate, moveBreak, otherColor, recolor } from './map/new-symbology.ts';
export { columnCaption, countsYears, isCodeColumn, isTitleColumn } from './map/column-sense.ts';
export { classedAreas, proposedCategories, proposedClasses, proposeStyle, wishedColumns } from './map/propose-style.ts';
export type { ColumnFacts, ProposedShape, StyleProposal } from './map/propose-style.ts';
export { colorAt, colorMapsByGroup, defaultColorMapName, findColorMap, rampColors } from './color-map/color-map.ts';
export type { ColorMap, RampColor } from './color-map/color-map.ts';
export { colorMapGroups } from './color-map/color-map-table.ts';
export type { ColorMapGroup } from './color-map/color-map-table.ts';
export {
  arrangeHierarchy,
  canMove,
  changedEntries,
  childrenOf,
  depthOf,
  descendantsOf,
  groupVisibility,
  levelOf,
  moveNode,
  rootParent,
  setVisible,
} from './map/layer-tree.ts';
export type { Hierarchy, HierarchyEntry, HierarchyProblem, LayerNodeType } from './map/layer-tree.ts';
export {
  chartAggregates,
  checkChart,
  chartOperators,
  chartTypes,
  filterValue,
  isNumericColumn,
  longestTitle,
  operatorsOf,
} from './map/chart.ts';
export type {
  ChartAggregate,
  ChartColumn,
  ChartConfig,
  ChartDatum,
  ChartFilter,
  ChartOperator,
  ChartProblem,
  ChartType,
  CheckedChart,
  ProposedChart,
} from './map/chart.ts';
export { readChart, subquery } from './map/read-chart.ts';
export type { AskedChart, ReadRows, ReadValues } from './map/read-chart.ts';
export { binStep, mostPoints, pointBins } from './map/point-bins.ts';
export { proposeChart } from './map/propose-chart.ts';
export type { ChartableColumn, TableChart } from './map/propose-chart.ts';
export { isNumericType } from './database/sql-type.ts';
export {
  allDatabaseTypes,
  connectionKinds,
  databaseTypes,
  isDatabaseType,
  tlsModes,
} from './database/database-type.ts';
export type { ConnectableType, DatabaseType, TlsMode } from './database/database-type.ts';
export { connectionState, geometryEncodings, quoteIdentifier } from './database/database-schema.ts';
export type {
  Cell,
  ColumnGeometry,
  ConnectedTable,
  ConnectionState,
  DatabaseExtensions,
  DatabaseItem,
  DatabaseSchema,
  DatabaseTable,
  GeometryEncoding,
  ResultColumn,
  SqlFunction,
  TableColumn,
  TableKind,
} from './database/database-schema.ts';
export { dottedNames } from './database/sql-name.ts';
export type { SqlNamePart } from './database/sql-name.ts';
export { sqlWrite, withoutLayer } from './database/sql-write.ts';
export type { SqlWrite } from './database/sql-write.ts';
export { calendarDay, isoDay } from './database/calendar-day.ts';
export { csvCell } from './database/csv-cell.ts';
export { effectOf, quotationsOf, splitStatements, statementAt, strongerEffect } from './database/sql-statement.ts';
export type { SqlEffect, SqlQuotation, SqlStatement } from './database/sql-statement.ts';
export { defaultSqlError, sqlErrorKinds, sqlErrorText } from './database/sql-error.ts';
export type { SqlErrorKind, SqlFailure } from './database/sql-error.ts';
export {
  defaultTablePageSize,
  filterOperators,
  paginationOf,
  readPagination,
  tablePageSizes,
} from './database/table-view.ts';
export type { FilterOperator, TableFilter, TablePagination, TableSort } from './database/table-view.ts';
export { defaultQuery } from './database/query-history.ts';
export { photoBox } from './map/jpg-style.ts';
export { defaultSolidStyle, solidBox, solidColorings } from './map/solid-style.ts';
export type { SolidColoring, SolidExtent, SolidPlace, SolidStyle } from './map/solid-style.ts';
export type { JpgMetadata, JpgParameters, JpgStyle, PhotoCorner, PhotoTags } from './map/jpg-style.ts';
export { TOOLS, findTool } from './tool/tools.ts';
export type { ImageToolId, ToolId } from './tool/tools.ts';
export { countingParameters, fieldCounts, parameterSchema } from './tool/parameter-schema.ts';
export type { ToolParameters } from './tool/parameter-schema.ts';
export { checkCorrection } from './tool/check-correction.ts';
export { checkInputs, needsFeatures } from './tool/check-inputs.ts';
export type { KindCounts, ToolCounts, ToolProblem } from './tool/check-inputs.ts';
export {
  notebookToolFields,
  notebookToolValues,
  parseProjectToolId,
  projectTool,
  projectToolId,
} from './tool/project-tool.ts';
export type { ProjectToolKey, ProjectToolTexts } from './tool/project-tool.ts';
export { lengthUnits } from './tool/length-units.ts';
export type { LengthUnit } from './tool/length-units.ts';
export { dayIn, formatDatedImage, parseDatedImage } from './tool/dated-image.ts';
export type { DatedImage } from './tool/dated-image.ts';
export { earthEngineAddress, parseEarthEngineAddress } from './dataset/earth-engine-address.ts';
export type { EarthEngineImages } from './dataset/earth-engine-address.ts';
export { toolTexts } from './tool/tool-texts.ts';
export type { ToolWarning } from './tool/tool-texts.ts';
export type {
  ToolCategory,
  ToolDefinition,
  ToolField,
  ToolInput,
  ToolKind,
  ToolServiceName,
} from './tool/tool-definition.ts';
export { extractEndings, routingModes } from './tool/routing-fields.ts';
export type { RoutingMode } from './tool/routing-fields.ts';
export { datasetSchema, datasetTags, knownSources } from './dataset/dataset.ts';
export type { Dataset, DatasetBand, DatasetTag, KnownSourceId } from './dataset/dataset.ts';
export { compositeGrid, compositeRecipe } from './dataset/composite-recipe.ts';
export type { BandOfFile, CompositeRecipe, SceneOfRecipe } from './dataset/composite-recipe.ts';
export { compositeMethods, downloadRequestSchema, visualizationRequestSchema } from './dataset/download-request.ts';
export type { CompositeMethod, DownloadRequest, VisualizationRequest } from './dataset/download-request.ts';
export { chatModelOf, chatModels, defaultChatModel } from './assistant/chat-model.ts';
export type { ChatModel, ModelMaker } from './assistant/chat-model.ts';
export { imageModelOf, imageModels } from './assistant/image-model.ts';
export type { ImageModel } from './assistant/image-model.ts';
export { consentScope } from './assistant/consent-scope.ts';
export type { AllowedTool } from './assistant/consent-scope.ts';
export { mostOutputForModel, trimmedText } from './assistant/trimmed-text.ts';
export {
  assistantLogDays,
  attachmentTypes,
  callOutcomes,
  changeKinds,
  changeStates,
  codeChecks,
  consents,
  messageStates,
  mostAttachmentBytes,
  mostAttachments,
  mostLoggedCharacters,
  mostMessageCharacters,
  mostThreadAttachmentMegabytes,
} from './assistant/chat.ts';
export type {
  AttachmentType,
  ChangeKind,
  ChangeState,
  ChatAttachment,
  CodeCheck,
  LoggedCall,
  LoggedChange,
  MessageState,
} from './assistant/chat.ts';
export {
  compareTemplateVersions,
  embedOriginSchema,
  firstTemplateVersion,
  isTemplateVersion,
  nextTemplateVersion,
  templateAccesses,
  templateCategories,
  templateLimits,
  templateProblems,
  templateProblemsOf,
  templateTypes,
  templateWords,
  thumbnailEndings,
  tidyTags,
} from './template/template.ts';
export type {
  TemplateAccess,
  TemplateCategory,
  TemplateFields,
  TemplateProblem,
  TemplateType,
} from './template/template.ts';
export type { CellComparison, CellComparisonState, DifferentLine, OutputDifference } from './template/reproduction.ts';
export { browserTag, chooseLocale, directionOf, isLocale, locales } from './locale.ts';
export type { LocaleId } from './locale.ts';
export { appLimits, appModes, appSetting } from './template/app.ts';
export type { AppSetting } from './template/app.ts';

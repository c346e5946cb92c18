export { defineEndpoint, driveMethods, errorReply } from './endpoint.ts';
export type { Endpoint, ParamsOf, QueryOf, BodyOf, ReplyOf } from './endpoint.ts';
export { createClient, fillPath } from './client.ts';
export { CallError } from './call-error.ts';
export { readError } from './read-reply.ts';
export { shownChart, shownMap, type ShownChart, type ShownMap } from './assistant/shown-results.ts';
export { splitSqlNote, withSqlNote } from './assistant/sql-note.ts';
export { getPlain, postPlain, putPlain, deletePlain } from './plain-call.ts';
export type { PlainCallOptions, ResponseType } from './plain-call.ts';
export { retrying, callWithRetry, isPassing } from './retry.ts';
export type { RetriedCall, RetryOptions } from './retry.ts';
export type { Client, CallInput } from './client.ts';
export * as access from './access/endpoints.ts';
export type { AccessTokenReply, AccountReply, InvitationReply, TenantReply } from './access/endpoints.ts';
export * as project from './project/endpoints.ts';
export type { ProjectAccessReply, ProjectReply } from './project/endpoints.ts';
export * as file from './file/endpoints.ts';
export * as fileDrive from './file/drive-endpoints.ts';
export * as fileWindow from './file/window-endpoints.ts';
export * as fileRoom from './file/room-endpoints.ts';
export { fileRoomId, readFileRoomId } from './file/room-endpoints.ts';
export * as map from './map/endpoints.ts';
export type { MapInfo, MapStateReply } from './map/endpoints.ts';
export * as mapHistory from './map/history-endpoints.ts';
export type { DeletedLayer, LayerHistoryEntry } from './map/history-endpoints.ts';
export * as mapImport from './map/import-endpoints.ts';
export type { CrsInfo, ImportLeftOut, ImportPreview, LeftOutReason } from './map/import-endpoints.ts';
export * as layerArrow from './map/arrow-endpoints.ts';
export * as mapExport from './map/export-endpoints.ts';
export type { ExportFormat, ExportLoss, ExportReply } from './map/export-endpoints.ts';
export { fidProperty, propertyValue, wireGeometry } from './map/feature.ts';
export type { WireGeometry, WireValue } from './map/feature.ts';
export type { LayerEntry, VectorLayerData, VectorLayerEntry } from './map/layer-entry.ts';
export type { RasterLayerData } from './map/raster-style.ts';
export type { JpgLayerData } from './map/jpg-style.ts';
export type { SolidLayerData } from './map/solid-style.ts';
export { longestSocketPost, mapClientMessage } from './map/room-messages.ts';
export type { LayerEditors, MapClientMessage, MapPerson, MapServerMessage } from './map/room-messages.ts';
export { mapPost } from './map/room-posts.ts';
export type { CheckedMapPost, EditedLayer, MapPost, MapPostReply } from './map/room-posts.ts';
export { layerFilter, vectorStyleChange } from './map/vector-style.ts';
export { mostDeleted } from './map/vector-update.ts';
export type {
  LoggedEdit,
  LoggedFeature,
  LoggedUpdate,
  VectorUpdateInput,
  VectorUpdateRequest,
} from './map/vector-update.ts';
export * as operation from './operation/endpoints.ts';
export type { OperationReply } from './operation/endpoints.ts';
export * as notebook from './notebook/endpoints.ts';
export { leftOutComment, leftOutFile, readLeftOut } from './notebook/left-out-comment.ts';
export type { NotebookInfo } from './notebook/endpoints.ts';
export type { MainMessage, PresentUser, ProjectMessage, ProjectRoomMessage } from './notebook/room-posts.ts';
export type { LintDiagnostic } from './notebook/lint-endpoint.ts';
export type { RanCell } from './notebook/run-endpoint.ts';
export type { ThreadMessage, ThreadReply } from './notebook/comment-endpoints.ts';
export type { CompletionReply } from './notebook/kernel-endpoints.ts';
export {
  readFrameAnswer,
  type FrameAnswer,
  type FrameColumn,
  type FrameProfile,
  type FrameQuestion,
} from './notebook/frame-endpoint.ts';
export type { WidgetReading, WidgetsTold, WidgetUseBody } from './notebook/widget-endpoint.ts';
export * as projectPackage from './package/endpoints.ts';
export type { PackageChange, PackagesReply } from './package/endpoints.ts';
export * as machine from './machine/endpoints.ts';
export type { MachineReply } from './machine/endpoints.ts';
export { LiveConnection, closeForGood } from './live/live-connection.ts';
export type { LiveState, LiveOptions } from './live/live-connection.ts';
export type { EditKeeper, KeptEdit } from './live/edit-keeper.ts';
export { watchSilence, pingText, pongText } from './live/watch-silence.ts';
export { encodeLiveMessage, decodeLiveMessage } from './live/messages.ts';
export type { LiveMessage } from './live/messages.ts';
export * as analytics from './analytics/endpoints.ts';
export type { AnalyticsEvent, AnalyticsEventName, AnalyticsProperties } from './analytics/events.ts';
export * as earthEngine from './dataset/earth-engine-endpoints.ts';
export * as animation from './raster/animation-endpoints.ts';
export * as mapTiles from './raster/map-tile-endpoints.ts';
export * as raster from './raster/endpoints.ts';
export type { RasterStatistics } from './raster/endpoints.ts';
export { firstRasterStyle } from './raster/first-raster-style.ts';
export * as processing from './processing/endpoints.ts';
export * as conversion from './conversion/endpoints.ts';
export { conversionFormats } from './conversion/endpoints.ts';
export type { ConversionFormat } from './conversion/endpoints.ts';
export * as workflow from './workflow/endpoints.ts';
export type { WorkflowInfo, WorkflowRun } from './workflow/endpoints.ts';
export * as workflowStart from './workflow/start-endpoints.ts';
export type { WorkflowStartInfo } from './workflow/start-endpoints.ts';
export * as settings from './settings/endpoints.ts';
export type { SettingsReply } from './settings/endpoints.ts';
export * as routing from './routing/endpoints.ts';
export type { IsochroneReply } from './routing/endpoints.ts';
export * as tool from './tool/endpoints.ts';
export type { ToolOutcome, ToolOutput } from './tool/endpoints.ts';
export * as projectTool from './tool/project-endpoints.ts';
export type { OfferedTool, QueryField } from './tool/project-endpoints.ts';
export * as origin from './origin/endpoints.ts';
export type { OriginReply } from './origin/endpoints.ts';
export * as resource from './resource/endpoints.ts';
export type { ResourceDescription, ResourceEntry } from './resource/endpoints.ts';
export * as search from './search/endpoints.ts';
export * as assistant from './assistant/endpoints.ts';
export type { ModelsReply, SqlDraftReply } from './assistant/endpoints.ts';
export type { ChatChangeReply } from './assistant/change-endpoints.ts';
export type {
  ChatMessageReply,
  ChatThreadReply,
  ChatView,
  LogEntryReply,
  SentAttachment,
} from './assistant/chat-endpoints.ts';
export * as chart from './map/chart-endpoints.ts';
export * as story from './map/story-endpoints.ts';
export type { ChartReply } from './map/chart-endpoints.ts';
export * as database from './database/endpoints.ts';
export * as databaseArrow from './database/arrow-endpoints.ts';
export type { HistoryItemReply } from './database/endpoints.ts';
export type { DatabaseReply, MotherduckConnection, PostgresConnection, TablePageReply } from './database/cells.ts';
export { frameHeader, frameHeaderBytes, frameKind, readSqlFrames } from './database/sql-frames.ts';
export type { SqlEvent, SqlFrame } from './database/sql-frames.ts';
export * as dataset from './dataset/endpoints.ts';
export type { SceneCollection, SceneSource } from './dataset/endpoints.ts';
export type { Scene, SceneArea, SceneAsset, SceneBand, SceneBox } from './dataset/scene.ts';
export * as template from './template/endpoints.ts';
export * as hub from './template/hub-endpoints.ts';
export * as hubPage from './template/page-endpoints.ts';
export * as app from './template/app-endpoints.ts';
export type { AppBlock, AppCellState, AppEnd, AppEvent, AppRemark, AppValues } from './template/app-event.ts';
export type { FrozenContent } from './template/hub-endpoints.ts';
export type { OwnTemplateReply, TemplateExposure, TemplatePayload, TemplateReply } from './template/template-reply.ts';

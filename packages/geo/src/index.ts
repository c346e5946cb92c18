export { bboxesIntersect, emptyBbox, extendBbox, isEmptyBbox, mergeBbox } from './coordinate.ts';
export type { Bbox, LngLat, Position } from './coordinate.ts';
export { FID_PROPERTY, forEachPosition, geometryBbox, geometryKind, geometryMembers, splitByKind } from './geometry.ts';
export type {
  Geometry,
  GeometryCollection,
  GeometryKind,
  LayerFeature,
  LineString,
  MultiLineString,
  MultiPoint,
  MultiPolygon,
  Point,
  Polygon,
  Properties,
  PropertyValue,
  SimpleGeometry,
} from './geometry.ts';
export { coerceValue, jsonValue, typeWith, valueType } from './snapshot/column-store.ts';
export { compareInt64, int64Value, isInt64Text } from './temporal/long-integer.ts';
export {
  TEMPORAL_TYPES,
  formatDay,
  formatMoment,
  formatTime,
  isTemporal,
  momentIn,
  momentOf,
  parseTemporal,
  temporalOrder,
} from './temporal/temporal.ts';
export type { TemporalParts, TemporalType } from './temporal/temporal.ts';
export { conditionTest } from './filter/condition-test.ts';
export { featureTest } from './filter/feature-test.ts';
export { JoinIndex } from './join/join-index.ts';
export { joinKey } from './join/join-key.ts';
export { MAX_BATCH_COORDINATES, MAX_BATCH_ROWS } from './snapshot/manifest.ts';
export type {
  Column,
  ColumnType,
  GeoArrowType,
  SnapshotBatchInfo,
  SnapshotManifest,
  SnapshotPart,
} from './snapshot/manifest.ts';
export { hilbertOrder } from './snapshot/hilbert.ts';
export { SnapshotBuilder, buildSnapshot } from './snapshot/snapshot-builder.ts';
export type { FeatureInput } from './snapshot/snapshot-builder.ts';
export type { RunStorage } from './snapshot/sorted-run.ts';
export type { EmitChunk } from './snapshot/write-part.ts';
export {
  batchFeatures,
  cellReader,
  readBatches,
  readBatchesSync,
  readFeatures,
  rowGeometry,
} from './snapshot/snapshot-reader.ts';
export type { BatchGeometry, PartSource, SnapshotBatch } from './snapshot/snapshot-reader.ts';
export { pickRows } from './snapshot/pick-rows.ts';
export { LayerOverlay } from './edit/layer-overlay.ts';
export type { OverlayColumn } from './edit/layer-overlay.ts';
export { inverse } from './edit/vector-update.ts';
export type { LayerBefore, PropertyEdit, VectorUpdate } from './edit/vector-update.ts';
export { coordinateColumns, degreeColumns } from './format/coordinate-columns.ts';
export type { CoordinateColumns } from './format/coordinate-columns.ts';
export { CsvParser, TooManyCells, detectDelimiter } from './format/csv.ts';
export {
  FILE_FORMATS,
  SIGNATURE_BYTES,
  detectFormat,
  fileExtension,
  formatOfName,
  isZip,
  sizeLimit,
} from './format/file-format.ts';
export type { FileFormat } from './format/file-format.ts';
export {
  WORLD_FILES,
  baseName,
  groupFiles,
  isVectorCompanion,
  mayBeSamples,
  roleOfGroup,
} from './format/file-group.ts';
export type { FileGroup } from './format/file-group.ts';
export { parseWkt } from './format/wkt.ts';
export { cutAtAntimeridian, hasEdgeAround } from './shape/cut-at-antimeridian.ts';
export { closeRings } from './shape/close-rings.ts';
export { dimensionsOf, positionOf, withoutMeasures } from './shape/measures.ts';
export { geometryProblem, isPositionInRange, positionOutOfRange } from './validity/geometry-problem.ts';
export type { GeometryProblem } from './validity/geometry-problem.ts';
export { plainProjection } from './reproject.ts';
export type { Projection } from './reproject.ts';
export { parseGeoPackageGeometry, parseWkb } from './format/wkb.ts';
export { edgePieces, splitLongEdges } from './draw/split-edges.ts';
export { batchPaths, positionRows, triangulateBatch } from './draw/triangulate.ts';
export type { BatchPaths, BatchTriangles } from './draw/triangulate.ts';
export { parseColumnFormula } from './edit/column-formula.ts';
export { LONGEST_EXPRESSION, compileExpression } from './expression/compile-expression.ts';
export { columnReference } from './expression/tokens.ts';
export { compileToolCondition, compileToolExpression } from './tool/row-expression.ts';
export type { Expression } from './expression/compile-expression.ts';
export { ExpressionError } from './expression/expression-error.ts';
export type { ExpressionProblem } from './expression/expression-error.ts';
export type { ExpressionRow } from './expression/expression-row.ts';
export { EXPRESSION_FUNCTIONS, EXPRESSION_OPERATORS, FUNCTION_GROUPS } from './expression/function-table.ts';
export type { ExpressionFunction, FunctionGroup } from './expression/node.ts';
export { geometryCentroid } from './measure/centroid.ts';
export { formatWkt } from './format/format-wkt.ts';
export { formatWkb } from './format/format-wkb.ts';
export { geometryArea } from './measure/area.ts';
export { distance, geometryLength } from './measure/length.ts';
export { measureFeature, type Measurement } from './measure/measure-feature.ts';
export { cellValue, numberOf, tableColumns } from './table/cell-value.ts';
export type { CellType, CellValue, TableColumn } from './table/cell-value.ts';
export { shortestFloat32 } from './table/float32.ts';
export { cellPlace, splitRecord } from './table/record-cells.ts';
export { RowIndex } from './table/row-index.ts';
export type { RowMark } from './table/row-index.ts';
export { giantLineCharacters, leastLineBlockBytes, scanLines, virtualLineCharacters } from './table/scan-lines.ts';
export type { LineFormat } from './table/scan-lines.ts';
export { lineEndOf, scanRecords } from './table/scan-records.ts';
export type { RecordFormat } from './table/scan-records.ts';
export { cellTest, rowOrder, sortKey } from './table/table-query.ts';
export type { SortedRow, TableFilter, TableOperator, TableQuery, TableSort } from './table/table-query.ts';
export { detectEncoding } from './table/text-encoding.ts';
export type { TextEncoding } from './table/text-encoding.ts';
export { BatchSearch } from './find/batch-search.ts';
export type { NearPosition } from './find/batch-search.ts';
export type { SearchPlace } from './find/search-place.ts';
export { destination } from './measure/destination.ts';
export { geodesicCircle, geodesicEllipse } from './shape/geodesic-ellipse.ts';
export { NATURAL_BREAKS_SAMPLE, classBreaks } from './classify/class-breaks.ts';
export type { BreakMethod } from './classify/class-breaks.ts';
export { sortOrder } from './classify/sort-order.ts';
export { countInClasses, histogram, summarize } from './classify/summary.ts';
export type { Histogram, NumberSummary } from './classify/summary.ts';
export { labelAnchor, labelSize } from './label/label-anchor.ts';
export { ClipShape } from './relate/clip-shape.ts';
export { droneCameras, findDroneCamera } from './aerial/drone-cameras.ts';
export type { DroneCamera } from './aerial/drone-cameras.ts';
export { photoNeeds, readPhotoFacts } from './aerial/read-photo-facts.ts';
export type { PhotoFacts, PhotoNeed } from './aerial/read-photo-facts.ts';
export { assumedFocalLength35, photoFootprint } from './aerial/photo-footprint.ts';
export type { Corner, PhotoFootprint, PhotoWarning } from './aerial/photo-footprint.ts';
export { runTool } from './tool/run-tool.ts';
export type { ToolInputs } from './tool/run-tool.ts';
export { packFeatures, snapshotTable, toolFeatures } from './tool/tool-table.ts';
export type { ToolBatch, ToolTable } from './tool/tool-table.ts';
export { ToolCanceled } from './tool/tool-work.ts';
export type { ToolContext } from './tool/tool-work.ts';
export type {
  AskedZones,
  DatedScene,
  FoundRoute,
  ForestService,
  ImageryService,
  Place,
  ReachedArea,
  ReachedShape,
  RoutingEngine,
  SeriesService,
  ToolServices,
  TravelTimes,
} from './tool/tool-services.ts';
export { isOnGlobe, localFrame, toGeocentric, toGeodetic } from './scene/globe.ts';
export { gltfBounds, readGltfJson } from './scene/gltf-bounds.ts';
export { identity, moved, placed, product, turnedBack, uprightTurn } from './scene/matrix.ts';
export type { Matrix, Triple } from './scene/matrix.ts';
export { readContent } from './scene/read-content.ts';
export type { SceneContent, SceneModel } from './scene/read-content.ts';
export type { ScenePoints } from './scene/read-points.ts';
export { rootContent, sceneExtent } from './scene/scene-extent.ts';
export { chooseTiles, readTileset, straightDistance } from './scene/tileset.ts';
export type { Ball, SceneSight, SceneTile } from './scene/tileset.ts';

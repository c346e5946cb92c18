/** Constants of the specification (000 §9, 001 §9) that both ends of the wire must agree on. */
export const limit = {
  /** Longest list of projects a plan without `project_number` allows (ACC-008). */
  defaultProjectNumber: 10,
  /** Pro queries shown for a plan without `gaia_pro_queries` (ACC-009). */
  defaultProQueries: 20,
  /** Deepest nesting of layer groups, the root being level 1 (MAP-071). */
  layerLevels: 4,
  /** Bytes of one multipart form upload; above it the resumable way is taken. */
  formUploadBytes: 15_728_640,
  /** Bytes of a JSON body that carries contents: the code of blocks, a notebook to begin with, features of a map. */
  jsonBodyBytes: 15_728_640,
  /** Bytes of one chunk of a resumable upload. */
  uploadChunkBytes: 4_194_304,
  /** Entries of one window of a folder, a search or the trash. */
  listWindow: 1_000,
  /** Files and folders that one call moves, copies, deletes or restores. */
  filesAtOnce: 10_000,
  /** Bytes of the body that names them. */
  fileListBytes: 4 * 1024 * 1024,
  /** Folders that one call says someone looks at. */
  watchedFolders: 200,
  /** Bytes above which no viewer opens a file (FIL-033). */
  openFileBytes: 100 * 1024 * 1024,
  /** Bytes above which a text file opens view-only (FIL-035). */
  editFileBytes: 20 * 1024 * 1024,
  /** Milliseconds after which connecting to the room of a text file is given up (FIL-071). */
  fileRoomConnectMs: 5_000,
  /** Milliseconds after the connection fails in which everything can still be edited (SHL-120). */
  offlineEditMs: 10_000,
  /** Milliseconds between polls of a running operation (SHL-039). */
  operationPollMs: 10_000,
  /** Milliseconds a toast stays (SHL-050). */
  toastMs: 5_000,
  /** Characters of a title before it is cut (SHL-094). */
  titleCharacters: 24,
  /** Blocks of a notebook that is made from a template (NBK-128). */
  templateBlocks: 20_000,
  /** Bytes of one update of a live document. */
  documentUpdateBytes: 32 * 1024 * 1024,
  /** Bytes of a live document with the edits since its last snapshot. */
  documentBytes: 512 * 1024 * 1024,
  /** Most features that may be selected at once (MAP-116). */
  selectedFeatures: 3_000_000,
  /** Pixels of all bands of a raster that can be converted (RAS-011). */
  conversionPixels: 20_000_000_000,
  /** Files whose bands are drawn as one image. */
  joinedFiles: 16,
  /** Rows of a page of a table where the caller does not say (DBS-069). */
  databasePageRows: 100,
  /** Most rows of one page of a table or window of a result. */
  databaseWindowRows: 10_000,
  /** Access tokens of one person that have not expired. */
  accessTokens: 50,
  /** Characters of a query. */
  queryCharacters: 1_000_000,
} as const;

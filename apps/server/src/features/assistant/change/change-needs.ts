import type { LayerFeature } from '@groma/geo';
import type { DataPath, MapId, ProjectId, UserId, WorkflowGraph } from '@groma/model';
import type { MapPost, NotebookInfo, WorkflowInfo } from '@groma/protocol';
import type * as Y from 'yjs';
import type { User } from '../../../platform/session/sessions.ts';

/** Through what changes are made: by the features whose things they are, in the process with the rooms. */
export interface ChangeNeeds {
  /**
   * Edits a live notebook; what `edit` throws it throws before it has changed anything.
   * @throws GromaError NOT_FOUND
   */
  editNotebook<T>(notebookId: string, edit: (doc: Y.Doc) => T): Promise<T>;
  /** Makes a notebook of a template. @throws GromaError BAD_NOTEBOOK_TEMPLATE, NOTEBOOK_TOO_LONG */
  createNotebook(projectId: ProjectId, creatorId: string, name: string, template?: unknown): Promise<NotebookInfo>;
  /**
   * Edits a text file in its live document; gives both texts.
   * @throws GromaError FILE_NOT_FOUND, FILE_NOT_TEXT, FILE_CHANGED where text and file are not in step
   */
  editFile(
    projectId: ProjectId,
    path: DataPath,
    edit: (text: string) => string,
  ): Promise<{ before: string; after: string }>;
  /** @throws GromaError FILE_EXISTS */
  createFile(projectId: ProjectId, path: DataPath, text: string): Promise<void>;
  /**
   * Makes a change of a map as a person, noted as that of the assistant or agent that is named.
   * @throws GromaError as the post of a map
   */
  postToMap(mapId: string, user: User, post: MapPost, assistant: string): Promise<Record<string, unknown>>;
  /** Features of a layer as they are now. @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR */
  readFeatures(mapId: string, layerId: string, fids: number[]): Promise<LayerFeature[]>;
  /**
   * Edits the live graph of a workflow; what `edit` throws it throws before it has changed anything.
   * @throws GromaError NOT_FOUND
   */
  editWorkflow<T>(workflowId: string, edit: (doc: Y.Doc) => T): Promise<T>;
  createWorkflow(projectId: ProjectId, creatorId: string, name: string, graph: WorkflowGraph): Promise<WorkflowInfo>;
  /** Makes a map once for each key. */
  createMap(making: { projectId: ProjectId; userId: UserId; key: string }, name: string): Promise<MapId>;
}

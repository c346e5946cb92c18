import type { OperationTask, ProjectId, UserId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';

/** Runs long work as an operation that people see; handed in by main. */
export interface FileOperations {
  run<T>(
    about: { projectId: ProjectId; userId: UserId; title: string; task: OperationTask; subject: string },
    work: (
      report: (progress: { progress?: number; subTask?: string | null }) => void,
      signal: AbortSignal,
    ) => Promise<T>,
    outer?: AbortSignal,
  ): Promise<T>;
}

/** What the routes of files stand on. */
export interface FileParts {
  platform: Platform;
  operations: FileOperations;
}

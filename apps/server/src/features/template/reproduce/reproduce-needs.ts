import type { ProjectId, WholeOutput } from '@groma/model';
import type { RanCell } from '@groma/protocol';
import type { PublishNeeds } from '../publish/publish-needs.ts';

/** A code block of a notebook that has code, with what it shows. */
export interface ShownCell {
  blockId: string;
  codeId: string;
  /** Its place among the code blocks, from 1. */
  number: number;
  label: string;
  outputs: WholeOutput[];
}

/** What running a version again needs of notebooks and machines; handed in by main. */
export interface ReproduceNeeds extends PublishNeeds {
  notebooks: {
    /** @throws GromaError NOT_FOUND */
    readCells(notebookId: string): Promise<ShownCell[]>;
    /**
     * Runs blocks in the open notebook, where nobody answers what they ask, and waits for them.
     * @throws GromaError MACHINE_NOT_ACCESSIBLE, UNAVAILABLE
     */
    runCells(
      wanted: { projectId: ProjectId; notebookId: string; userId: string; cells: string[]; isUnattended: true },
      signal: AbortSignal,
    ): Promise<RanCell[]>;
  };
  /** Starts a machine for a project, of the size that another project's has. @throws GromaError MACHINE_UNAVAILABLE */
  startMachineLike(projectId: ProjectId, like: ProjectId): Promise<void>;
}

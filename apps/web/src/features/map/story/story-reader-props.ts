import type { StoryStep } from '@groma/model';

/** What shows a story beside its map. Which step is shown, and how, belongs to whoever shows both. */
export interface StoryReaderProps {
  steps: readonly StoryStep[];
  /** Id of the step that the map shows. */
  step: string;
  onStep: (id: string) => void;
  isPresenting: boolean;
  onPresent: (isPresenting: boolean) => void;
}

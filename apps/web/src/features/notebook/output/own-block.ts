import { createContext } from 'react';

/** The block that outputs belong to; null where they stand alone. */
export const OwnBlock = createContext<{
  blockId: string;
  executionCount: number | null;
  /** Its code runs, so that what it asks can be answered. */
  isRunning: boolean;
  /** The data frame that the rows of an SQL block become. */ resultName: string | null;
} | null>(null);

import { createContext } from 'react';

/** The block that outputs belong to; null where they stand alone. */
export const OwnBlock = createContext<{
  blockId: string;
  executionCount: number | null;
  /** The data frame that the rows of an SQL block become. */ resultName: string | null;
} | null>(null);

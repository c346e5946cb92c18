/**
 * Reads at most once in `leastMs` and never twice at a time. A wish that comes meanwhile is kept for the end, so that
 * the last reading is later than the last wish.
 */
export function paced(read: () => Promise<unknown>, leastMs: number): () => void {
  let isBusy = false;
  let isWanted = false;
  const go = async (): Promise<void> => {
    isBusy = true;
    while (isWanted) {
      isWanted = false;
      await Promise.allSettled([
        read(),
        new Promise((resolve) => {
          setTimeout(resolve, leastMs);
        }),
      ]);
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void go();
  };
}

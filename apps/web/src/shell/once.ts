/** Does something once, however often it is asked for; what failed is tried again by the next who asks. */
export function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= act().catch((error: unknown) => {
      done = null;
      throw error;
    });
    return done;
  };
}

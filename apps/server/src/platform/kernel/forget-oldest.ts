/** How many executions of one kernel are remembered after their end, for what their threads still say. */
export const mostOfKernel = 64;

/** Takes the first entries away until no more are left than are remembered after their end. */
export function forgetOldest(remembered: Map<unknown, unknown>): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= mostOfKernel) return;
    remembered.delete(oldest);
  }
}

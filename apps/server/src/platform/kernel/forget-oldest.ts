/** How many executions are remembered after their end, for what their threads still say. */
const mostRemembered = 64;

/** Takes the first entries away until no more are left than are remembered after their end. */
export function forgetOldest(remembered: Map<unknown, unknown>): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= mostRemembered) return;
    remembered.delete(oldest);
  }
}

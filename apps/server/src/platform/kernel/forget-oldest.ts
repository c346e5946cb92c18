/** How many executions of one kernel are remembered after their end, for what their threads still say. */
const mostOfKernel = 64;
/** The same of all kernels. */
export const mostOfAll = 512;

/** Takes the first entries away until no more are left than are remembered after their end. */
export function forgetOldest(remembered: Map<unknown, unknown>, most = mostOfKernel): void {
  for (const oldest of remembered.keys()) {
    if (remembered.size <= most) return;
    remembered.delete(oldest);
  }
}

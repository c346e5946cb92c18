/** Writes what nobody who is at the screen can mend into the log of the browser, and nowhere else. */
export function logProblem(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- this is the log
  console.error(what, error);
}

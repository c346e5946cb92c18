/** Adds what the shell itself brings. */
export function registerShell(): void {}

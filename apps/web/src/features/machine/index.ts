/** Adds what this feature brings to the workspace. */
export function registerMachine(): void {}

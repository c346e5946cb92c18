/** Adds what this feature brings to the application. */
export function registerFile(): void {}

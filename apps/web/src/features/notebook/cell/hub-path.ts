/** Whether a path belongs to the public hub, with or without a locale before it (NBK-083, NBK-084). */
export function isHubPath(path: string): boolean {
  return /^\/(?:[a-z]{2}\/)?hub(?:\/|$)/.test(path);
}

import { z } from 'zod';

/** Whose session readers of an application are in: each in one of their own, or all in one together. */
export const appModes = ['own', 'shared'] as const;

/** The ends of what an author may allow, and what stands there first; a server may allow less. */
export const appLimits = {
  run_seconds: { least: 1, usual: 60, most: 3_600 },
  idle_minutes: { least: 1, usual: 10, most: 240 },
  sessions: { least: 1, usual: 2, most: 50 },
} as const;

const within = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most);

/**
 * How the readers of a published notebook may run it (PUB-118): seconds that one run may take, minutes without one
 * after which a session ends, and sessions at once.
 */
export const appSetting = z.object({
  mode: z.enum(appModes),
  run_seconds: within(appLimits.run_seconds),
  idle_minutes: within(appLimits.idle_minutes),
  sessions: within(appLimits.sessions),
});
export type AppSetting = z.output<typeof appSetting>;

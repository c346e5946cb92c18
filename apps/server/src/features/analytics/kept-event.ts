/** One event as it is kept. `person` says that two events are of one person, and not who that is. */
export interface KeptEvent {
  name: string;
  at: string;
  person: string | null;
  project_id: string | null;
  properties: Readonly<Record<string, unknown>>;
}

/** Where events go. Nothing waits for it, and what fails in it fails nothing else. */
export interface AnalyticsSink {
  take(event: KeptEvent): void;
  /** Writes what waits, as far as it can be. */
  close(): Promise<void>;
}

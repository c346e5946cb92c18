/** What of a project is copied. */
export interface CopySelection {
  /** The layers of each map by the map's id; null for all of them. */
  maps: ReadonlyMap<string, ReadonlySet<string> | null>;
  notebooks: ReadonlySet<string>;
  workflows: ReadonlySet<string>;
  databases: ReadonlySet<string>;
  /** Paths of files; the folders around them come with them. */
  files: ReadonlySet<string>;
  /** Whether folders without chosen files, and the sources of scenes, are copied too. */
  isWhole: boolean;
}

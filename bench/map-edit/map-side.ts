/** A server under test with one map in it: one person edits, the others look. */
export interface MapSide {
  /** Lets somebody look at the map; `onMessage` gets all that is told. Resolves when they see what is there. */
  look(onMessage: (message: Buffer) => void): Promise<{ leave(): void }>;
  /** Writes a text into a feature; resolves when the server has taken it. */
  edit(fid: number, text: string): Promise<void>;
  /** The texts of the features in their order, as somebody sees them who comes now. */
  read(): Promise<string[]>;
  stop(): Promise<void>;
}

export const featureCount = 2_000;
export const firstText = (fid: number): string => `feature ${fid}`;
export const placeOf = (fid: number): [number, number] => [(fid % 360) - 180, (fid % 120) - 60];

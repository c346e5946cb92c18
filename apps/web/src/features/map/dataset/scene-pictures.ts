import type { BandRole } from '@groma/model';
import type { Scene, SceneAsset } from '@groma/protocol';

/** A way to see a scene: one file, or bands of several as one layer. */
export interface ScenePicture {
  id: string;
  kind: 'colour' | 'infrared' | 'bands' | 'file';
  /** Of a file: what it is called. */
  title: string | null;
  /** What the layer is drawn from: addresses or paths, one a line. */
  url: string;
  /** Bands, from 1, of the layer by what indices call them. */
  roles: Partial<Record<BandRole, number>>;
  /** Names of the bands in their order. */
  bands: string[];
}

/** Files that are joined at most, as the tile service takes them. */
const mostJoined = 16;

/** The ways to see a scene, the best first. Files that cannot be drawn from here are left out. */
export function scenePictures({ assets }: Scene): ScenePicture[] {
  const drawn = assets.filter((asset) => asset.is_drawn && asset.address !== null);
  const files = drawn.filter(({ bands, roles }) => bands.length > 0 && !roles.some((role) => role === 'visual'));
  const visual = drawn.find(isVisual);
  const byRole = (...roles: BandRole[]): SceneAsset[] | null => {
    const found = roles.map((role) => files.find(({ bands }) => bands.length === 1 && bands[0]!.role === role));
    return found.every((each) => each !== undefined) ? found : null;
  };
  const joined = (kind: ScenePicture['kind'], from: readonly SceneAsset[] | null): ScenePicture[] =>
    from === null || from.length < 2 ? [] : [{ ...pictureOf(from), id: kind, kind, title: null }];
  const single = files.filter((asset) => asset.bands.length === 1 && !isVisual(asset)).slice(0, mostJoined);
  return [
    ...(visual
      ? [{ ...pictureOf([visual]), id: 'colour', kind: 'colour' as const, title: null }]
      : joined('colour', byRole('red', 'green', 'blue'))),
    ...joined('infrared', byRole('nir', 'red', 'green')),
    ...joined('bands', single),
    ...drawn.map((asset) => ({
      ...pictureOf([asset]),
      id: `file ${asset.key}`,
      kind: 'file' as const,
      title: asset.title,
    })),
  ];
}

/** A picture in colours that the provider has made. */
function isVisual({ key, roles }: SceneAsset): boolean {
  return roles.includes('visual') || key === 'visual';
}

function pictureOf(assets: readonly SceneAsset[]): Pick<ScenePicture, 'url' | 'roles' | 'bands'> {
  const bands = assets.flatMap((asset) =>
    asset.bands.length === 0
      ? [{ name: asset.key, role: null }]
      : asset.bands.map(({ name, role }) => ({ name, role })),
  );
  const roles: Partial<Record<BandRole, number>> = {};
  bands.forEach(({ role }, at) => {
    if (role !== null) roles[role] ??= at + 1;
  });
  return { url: assets.map(({ address }) => address).join('\n'), roles, bands: bands.map(({ name }) => name) };
}

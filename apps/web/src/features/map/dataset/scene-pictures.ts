import { limit, type BandRole } from '@groma/model';
import type { Scene, SceneAsset } from '@groma/protocol';
import { bandIndices, type BandIndex } from '@groma/raster';

/** A way to see a scene: one file, or bands of several as one layer. */
export interface ScenePicture {
  id: string;
  kind: 'colour' | 'infrared' | 'bands' | 'index' | 'file';
  /** Of a file or an index: what it is called. */
  title: string | null;
  /** What the layer is drawn from: addresses or paths, one a line. */
  url: string;
  /** Bands, from 1, of the layer by what indices call them. */
  roles: Partial<Record<BandRole, number>>;
  /** Names of the bands in their order. */
  bands: string[];
  /** A stored value over this is reflectance from 0 to 1, where the files say so and agree; else null. */
  reflectanceScale: number | null;
  /** Of an index: how it is worked out. `name` is null where bands have an offset, which layers do not know of. */
  index: { name: string | null; expression: string } | null;
}

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
  const single = files.filter((asset) => asset.bands.length === 1 && !isVisual(asset)).slice(0, limit.joinedFiles);
  return [
    ...(visual
      ? [{ ...pictureOf([visual]), id: 'colour', kind: 'colour' as const, title: null }]
      : joined('colour', byRole('red', 'green', 'blue'))),
    ...joined('infrared', byRole('nir', 'red', 'green')),
    ...joined('bands', single),
    ...bandIndices.flatMap((index) => indexPicture(index, byRole(...index.bands))),
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

type Files = Pick<ScenePicture, 'url' | 'roles' | 'bands' | 'reflectanceScale' | 'index'>;

function pictureOf(assets: readonly SceneAsset[]): Files {
  const bands = assets.flatMap((asset) =>
    asset.bands.length === 0
      ? [{ name: asset.key, role: null }]
      : asset.bands.map(({ name, role }) => ({ name, role })),
  );
  const roles: Partial<Record<BandRole, number>> = {};
  bands.forEach(({ role }, at) => {
    if (role !== null) roles[role] ??= at + 1;
  });
  const factors = new Set(assets.map(({ factor }) => factor));
  const [factor = null] = factors;
  return {
    url: assets.map(({ address }) => address).join('\n'),
    roles,
    bands: bands.map(({ name }) => name),
    reflectanceScale: factors.size === 1 && factor !== null && factor > 0 ? Math.round(1 / factor) : null,
    index: null,
  };
}

/** An index over files of its bands, with what their values mean. */
function indexPicture(index: BandIndex, assets: readonly SceneAsset[] | null): ScenePicture[] {
  if (assets === null || assets.length < 2) return [];
  const picture = pictureOf(assets);
  const scale = picture.reflectanceScale ?? 1;
  const hasOffset = assets.some(({ offset }) => offset !== null && offset !== 0);
  const isPlain = !hasOffset && new Set(assets.map(({ factor }) => factor)).size === 1;
  const term = ({ factor, offset }: SceneAsset, band: number): string => {
    if (isPlain) return scale === 1 ? `b${band}` : `(b${band}/${scale})`;
    const added = offset ?? 0;
    return `(b${band}*${plain(factor ?? 1)}${added < 0 ? '-' : '+'}${plain(Math.abs(added))})`;
  };
  const expression = index.bands.reduce(
    (text, role, at) => text.replaceAll(new RegExp(`\\b${role}\\b`, 'g'), term(assets[at]!, at + 1)),
    index.expression,
  );
  return [
    {
      ...picture,
      id: `index ${index.name}`,
      kind: 'index',
      title: index.name,
      index: { name: isPlain ? index.name : null, expression },
    },
  ];
}

/** A number without an exponent, which band maths does not read. */
function plain(value: number): string {
  return value.toFixed(12).replace(/\.?0+$/, '');
}

import type { Bbox } from '@groma/geo';
import Supercluster from 'supercluster';
import { latitudeOf, longitudeOf, type ShownPoints } from './shown-points.ts';

/** Clusters and single points in a box. */
export interface ClusterView {
  /** Pairs of degrees. */
  positions: Float64Array<ArrayBuffer>;
  /** How many points each stands for. */
  counts: Uint32Array<ArrayBuffer>;
  /** The feature of a single point; 0 for a cluster. */
  fids: Int32Array<ArrayBuffer>;
  /** The zoom at which a cluster comes apart; 0 for a single point. */
  zooms: Uint8Array<ArrayBuffer>;
  /** The class of a single point, `otherClass` for others; null where nothing is classed. */
  classes: Uint8Array<ArrayBuffer> | null;
}

type PointFeature = Supercluster.PointFeature<{ fid: number }>;

/** Beyond this zoom every point stands for itself. */
const lastZoom = 16;

/** The points of a layer in clusters for each zoom. */
export class PointClusters {
  readonly #index: Supercluster<{ fid: number }>;

  /** @param radius pixels within which points make one cluster */
  constructor(points: ShownPoints, radius: number) {
    this.#index = new Supercluster({ radius, extent: 512, maxZoom: lastZoom });
    this.#index.load(asFeatures(points));
  }

  /**
   * What is in a box of degrees at a zoom. A box across the antimeridian has an east below its west, or beyond 180.
   * @param classOf the class of a feature; null where nothing is classed
   */
  within(box: Bbox, zoom: number, classOf: ((fid: number) => number) | null): ClusterView {
    const found = this.#index.getClusters([...box], Math.floor(zoom));
    const view: ClusterView = {
      positions: new Float64Array(2 * found.length),
      counts: new Uint32Array(found.length),
      fids: new Int32Array(found.length),
      zooms: new Uint8Array(found.length),
      classes: classOf && new Uint8Array(found.length).fill(255),
    };
    found.forEach(({ geometry, properties }, at) => {
      view.positions.set(geometry.coordinates, 2 * at);
      if ('cluster_id' in properties) {
        view.counts[at] = properties.point_count;
        view.zooms[at] = this.#index.getClusterExpansionZoom(properties.cluster_id);
      } else {
        view.counts[at] = 1;
        view.fids[at] = properties.fid;
        if (view.classes) view.classes[at] = classOf!(properties.fid);
      }
    });
    return view;
  }
}

/** Points as the index reads them, each made when it is asked for: a million objects would stay in memory. */
function asFeatures({ places, fids }: ShownPoints): PointFeature[] {
  return new Proxy<PointFeature[]>([], {
    get(_, name) {
      if (name === 'length') return fids.length;
      const at = Number(name);
      return {
        type: 'Feature',
        geometry: {
          type: 'Point',
          coordinates: [longitudeOf(places[2 * at]!), latitudeOf(places[2 * at + 1]!)],
        },
        properties: { fid: fids[at]! },
      } satisfies PointFeature;
    },
  });
}

import { SolidPolygonLayer } from '@deck.gl/layers';

/**
 * Outlines one pixel wide, drawn from the very positions of the fills: for layers of which so much is drawn that real
 * widths, six corners for each edge, would slow every frame. Its `indices` are pairs of positions instead of triangles.
 */
export class HairlineLayer extends SolidPolygonLayer {
  static override layerName = 'HairlineLayer';

  // oxlint-disable-next-line no-underscore-dangle -- the name is deck.gl's
  protected override _getModels(): ReturnType<SolidPolygonLayer['_getModels']> {
    // oxlint-disable-next-line no-underscore-dangle -- the name is deck.gl's
    const models = super._getModels();
    models.topModel?.setTopology('line-list');
    return models;
  }
}

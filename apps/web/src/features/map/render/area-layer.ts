import { SolidPolygonLayer, type SolidPolygonLayerProps } from '@deck.gl/layers';

/**
 * Without `hasEdges` areas are drawn by their insides alone. `getElevation` says how much of the insides is seen, from
 * 0 to 1.
 */
export type AreaLayerProps = SolidPolygonLayerProps & { hasEdges: boolean };

/**
 * Flat areas by one program for their insides and, one pixel wide, their edges: for layers of which so much is drawn
 * that edges of a real width, six corners for each, would slow every frame. It has no light to be computed in each
 * frame. The height of deck.gl's areas, which these have not, tells what is drawn.
 */
export class AreaLayer extends SolidPolygonLayer<unknown, AreaLayerProps> {
  static override layerName = 'AreaLayer';
  static override defaultProps = { hasEdges: true } as never;

  override getShaders(type: 'top'): ReturnType<SolidPolygonLayer['getShaders']> {
    const shaders = super.getShaders(type) as { modules: { name: string }[] };
    return {
      ...shaders,
      vs: vertexShader,
      modules: shaders.modules.filter(({ name }) => name !== 'gouraudMaterial'),
    } as never;
  }
}

/** What `elevations` is while edges are drawn. */
export const ofEdges = -1;

const vertexShader = `#version 300 es
#define SHADER_NAME area-layer-vertex-shader
in vec3 vertexPositions;
in vec3 vertexPositions64Low;
in float elevations;
in vec4 fillColors;
in vec4 lineColors;
out vec4 vColor;

void main(void) {
  geometry.worldPosition = vertexPositions;
  gl_Position = project_position_to_clipspace(vertexPositions, vertexPositions64Low, vec3(0.0), geometry.position);
  DECKGL_FILTER_GL_POSITION(gl_Position, geometry);
  vColor = elevations < 0.0 ? lineColors : vec4(fillColors.rgb, fillColors.a * elevations);
  vColor.a *= layer.opacity;
  DECKGL_FILTER_COLOR(vColor, geometry);
}
`;

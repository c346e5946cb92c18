/** The validator of Khronos, which comes without types. */
declare module 'gltf-validator' {
  export function validateBytes(bytes: Uint8Array): Promise<{
    issues: { numErrors: number };
    info: { totalTriangleCount: number };
  }>;
}

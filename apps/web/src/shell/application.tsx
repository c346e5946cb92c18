export function Application() {
  return null;
}

/** The code of a system or PostgreSQL error (`ENOENT`, `57P03`), or `undefined`. */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

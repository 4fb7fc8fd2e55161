/** The parameter of the addresses of password recovery: an opaque one-use token (spec §2, resolution 17). */
export function readVerification(search: Record<string, unknown>): { readonly verification?: string } {
  const { verification } = search
  return typeof verification === 'string' ? { verification } : {}
}
